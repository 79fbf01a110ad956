package io.cropmill.plain;

import io.cropmill.raster.Component;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One number of each kept point of a crop, as the float32 that NumPy's {@code astype} makes of it. For one thread. */
public final class PlainColumn {
    private final int field;
    private final char kind;
    private final int size;
    private final int offset;
    private final int stride;
    private float[] values = {};

    private PlainColumn(int field, PlainField of, int index) {
        this.field = field;
        this.kind = of.kind();
        this.size = of.scalarBytes();
        this.offset = index * size;
        this.stride = of.bytes();
    }

    /** Null if the fields hold no such number. */
    public static @Nullable PlainColumn of(List<PlainField> fields, Component component) {
        for (int field = 0; field < fields.size(); field++) {
            PlainField found = fields.get(field);
            boolean isNumber = found.parts().isEmpty()
                    && ("biu".indexOf(found.kind()) >= 0
                            || (found.kind() == 'f' && found.scalarBytes() <= Double.BYTES));
            if (found.name().equals(component.field()) && isNumber) {
                long end = (component.index() + 1L) * found.scalarBytes();
                return end <= found.bytes() ? new PlainColumn(field, found, component.index()) : null;
            }
        }
        return null;
    }

    /**
     * Reads so many points of a crop.
     *
     * @param places slots of the points to read; null for all from the first on
     */
    public void read(PlainCrop crop, int count, int @Nullable [] places) {
        if (values.length < count) {
            values = new float[count];
        }
        byte[] bytes = crop.points().get(field);
        boolean isSingle = kind == 'f' && size == Float.BYTES;
        for (int point = 0; point < count; point++) {
            int at = offset + (places == null ? point : places[point]) * stride;
            values[point] = isSingle ? PlainNumber.floatAt(bytes, at) : value(bytes, at);
        }
    }

    /** What was read last, and maybe more behind it. */
    public float[] values() {
        return values;
    }

    private float value(byte[] bytes, int at) {
        return switch (kind) {
            case 'f' ->
                size == Double.BYTES
                        ? (float) Double.longBitsToDouble(PlainNumber.longAt(bytes, at))
                        : PlainHalf.decode(PlainNumber.shortAt(bytes, at));
            case 'b' -> bytes[at] == 0 ? 0 : 1;
            default -> PlainNumber.nearestFloat(bytes, at, size, kind == 'i');
        };
    }
}

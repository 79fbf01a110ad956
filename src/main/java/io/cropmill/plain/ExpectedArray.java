package io.cropmill.plain;

import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.List;

/**
 * What a file that was written should hold.
 *
 * @param item type of its items; its name is empty
 * @param rowShape axes behind the first
 */
public record ExpectedArray(PlainField item, List<Long> rowShape) {
    /** Of a recording's metadata: where the points of a crop begin, how many are kept and were there, then its fields. */
    public static ExpectedArray metadata(PlainReader source) {
        List<PlainField> fields = new ArrayList<>();
        fields.add(new PlainField("point_start", "<i8", List.of()));
        fields.add(new PlainField("point_count", "<i4", List.of()));
        fields.add(new PlainField("source_point_count", "<i4", List.of()));
        fields.addAll(source.cropFields());
        return new ExpectedArray(record(fields), List.of());
    }

    /**
     * Of its points: a record a point, or their numbers side by side.
     *
     * @throws PlainException if the numbers are not of one type, as they must be side by side
     */
    public static ExpectedArray points(String file, PlainReader source, PointsLayout layout) throws PlainException {
        if (layout == PointsLayout.STRUCTURED) {
            return new ExpectedArray(record(source.pointFields()), List.of());
        }
        String scalar = source.pointFields().get(0).scalar();
        long numbers = 0;
        for (PlainField field : source.pointFields()) {
            if (!field.parts().isEmpty() || !field.scalar().equals(scalar)) {
                throw new PlainException(
                        "[" + file + "] Expected point fields of one type for points.layout = plain, but" + " found "
                                + NumpyHeader.descr(source.pointFields()));
            }
            numbers += field.bytes() / field.scalarBytes();
        }
        return new ExpectedArray(new PlainField("", scalar, List.of()), List.of(numbers));
    }

    /** Of a raster's cache, (C, H, W) a crop. */
    public static ExpectedArray cache(RasterSpec raster) {
        return new ExpectedArray(
                cell(raster), List.of((long) raster.channels().size(), (long) raster.height(), (long) raster.width()));
    }

    /** One number of a grid. */
    public static PlainField cell(RasterSpec raster) {
        String scalar = switch (raster.dtype()) {
            case FLOAT32 -> "<f4";
            case FLOAT16 -> "<f2";
        };
        return new PlainField("", scalar, List.of());
    }

    private static PlainField record(List<PlainField> fields) {
        int bytes = fields.stream().mapToInt(PlainField::bytes).reduce(0, Math::addExact);
        return new PlainField("", "|V" + bytes, List.of(), fields);
    }

    /** What stands before the data of so many rows. */
    public byte[] header(long rows) {
        List<Long> shape = new ArrayList<>(List.of(rows));
        shape.addAll(rowShape);
        return item.parts().isEmpty()
                ? NumpyHeader.ofNumbers(item.scalar(), shape)
                : NumpyHeader.ofRecords(item.parts(), shape);
    }

    /** The type of an item as it stands in the header. */
    public String itemText() {
        return NumpyHeader.item(item);
    }
}

package io.cropmill.npy;

import io.cropmill.npy.ScalarType.ScalarKind;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types of every form that a header can hold, small enough for a header that NumPy loads; the same for the same seed. */
public final class RandomTypes {
    private static final List<String> NAMES = List.of(
            "x",
            "height",
            "it's",
            "say \"x\"",
            "both ' and \"",
            "back\\slash",
            "tab\t",
            "line\n",
            "\r",
            "\0",
            "\u007f",
            "caf\u00e9",
            "\u00a0",
            "\u00ad",
            "\u20ac",
            "\u2028",
            "\ud83d\ude00",
            "\ue000",
            "\ud800",
            "a b",
            "\u03b1\u0301",
            "\u3000",
            "#",
            "L",
            "1",
            "True",
            "(",
            "]",
            "\u00ff",
            "\u0100",
            "\ufeff",
            "\udbff");
    private static final List<String> UNITS = List.of(
            "", "Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "25s", "2147483647as", "3D");

    private static final List<ScalarKind> KINDS = List.of(ScalarKind.values());

    private final Random random;

    public RandomTypes(long seed) {
        this.random = new Random(seed);
    }

    public Random random() {
        return random;
    }

    public Dtype type() {
        return type(3);
    }

    /** A type that an array can have: any but a sub-array. */
    public Dtype elementType() {
        return random.nextInt(3) == 0 ? scalar() : record(3);
    }

    public List<Long> shape() {
        int axes = random.nextInt(4);
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < axes; i++) {
            shape.add(random.nextInt(12) == 0 ? 0L : 1L + random.nextInt(4));
        }
        return shape;
    }

    private Dtype type(int depth) {
        int choice = random.nextInt(depth == 0 ? 4 : 9);
        return choice < 4 ? scalar() : choice < 7 ? subArray(depth) : record(depth);
    }

    private SubArrayType subArray(int depth) {
        int axes = 1 + random.nextInt(3);
        List<Long> shape = new ArrayList<>();
        for (int i = 0; i < axes; i++) {
            shape.add(random.nextInt(15) == 0 ? 0L : 1L + random.nextInt(3));
        }
        Dtype entry = type(depth - 1);
        // A record of padding alone has bytes until it is packed, and NumPy takes no sub-array of sub-arrays without
        // any.
        boolean hasBytes = entry.packed().itemSize() > 0 || entry instanceof RecordType;
        return SubArrayType.around(hasBytes ? entry : ScalarType.FLOAT32, shape);
    }

    private RecordType record(int depth) {
        RecordType.Builder record = new RecordType.Builder();
        int count = random.nextInt(5);
        boolean padded = random.nextBoolean();
        Set<String> names = new LinkedHashSet<>();
        while (names.size() < 2 * count) {
            names.add(NAMES.get(random.nextInt(NAMES.size())));
        }
        List<String> left = new ArrayList<>(names);
        int unnamed = random.nextInt(10) == 0 ? 0 : -1;
        for (int i = 0; i < count; i++) {
            record.pad(padded ? random.nextInt(5) : 0);
            if (i == unnamed) {
                record.add("", ScalarType.FLOAT64);
            } else {
                record.add(left.get(2 * i), title(left.get(2 * i + 1)), type(depth - 1));
            }
        }
        return record.pad(padded && count > 0 ? random.nextInt(5) : 0).build();
    }

    private @Nullable String title(String title) {
        return random.nextInt(5) == 0 ? title : null;
    }

    private ScalarType scalar() {
        ScalarKind kind = KINDS.get(random.nextInt(KINDS.size()));
        ByteOrder order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        long size = switch (kind) {
            case BOOL -> 1;
            case INT, UINT -> 1L << random.nextInt(4);
            case FLOAT -> 2L << random.nextInt(4);
            case COMPLEX -> 8L << random.nextInt(3);
            case BYTES, VOID -> random.nextInt(6);
            case TEXT -> 4L * random.nextInt(4);
            case DATETIME, TIMEDELTA -> 8;
        };
        boolean hasUnit = kind == ScalarKind.DATETIME || kind == ScalarKind.TIMEDELTA;
        return new ScalarType(kind, order, size, hasUnit ? UNITS.get(random.nextInt(UNITS.size())) : "");
    }
}

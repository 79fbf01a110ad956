package io.cropmill.report;

/** Distance of two values in units in the last place: how many values of their type lie between them, plus one. */
enum Ulps {
    FLOAT32 {
        @Override
        int rank(float magnitude) {
            return Float.floatToRawIntBits(magnitude);
        }
    },
    /** Values are float32, each exactly one that float16 has. */
    FLOAT16 {
        private static final float SMALLEST_NORMAL = 0x1p-14f;

        @Override
        int rank(float magnitude) {
            return magnitude < SMALLEST_NORMAL
                    ? Math.round(magnitude * 0x1p24f)
                    // Both exponents count from their own bias, 127 and 15; 13 bits of the fraction are always zero.
                    : (Float.floatToRawIntBits(magnitude) >> 13) - ((127 - 15) << 10);
        }
    };

    /** Of a grid's dtype, {@code float32} or {@code float16}. */
    static Ulps of(String dtype) {
        return dtype.equals("float16") ? FLOAT16 : FLOAT32;
    }

    /** -1 if one of them is not a number. */
    long between(float before, float after) {
        if (Float.isNaN(before) || Float.isNaN(after)) {
            return -1;
        }
        return Math.abs(place(before) - place(after));
    }

    private long place(float value) {
        long rank = rank(Math.abs(value));
        return value < 0 ? -rank : rank;
    }

    /** Rank of a value that is not negative among all such values. */
    abstract int rank(float magnitude);
}

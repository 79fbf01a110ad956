package io.cropmill.crop;

/** Where the point counts of plain arrays, which have no field for them, come from. */
public enum CountsFrom {
    /** From {@code <rec>.counts.npy} beside the array, an integer a row. */
    FILE,
    /** From the array: all points of a row but those at its end that are all zero, or all NaN. */
    INFER
}

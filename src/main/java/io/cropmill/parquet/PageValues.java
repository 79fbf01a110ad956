package io.cropmill.parquet;

/** The values of one page, in order. What a page promises and does not hold is a runtime exception. For one thread. */
interface PageValues {
    /** Passes values. */
    void skip(int count);
}

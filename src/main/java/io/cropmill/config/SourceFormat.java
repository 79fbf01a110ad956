package io.cropmill.config;

/** What a source holds. */
public enum SourceFormat {
    /** Whatever is found there; a mixture is refused. */
    AUTO,
    /** Padded arrays, structured or plain. */
    NPY,
    /** A row a crop. */
    PARQUET,
    /** Pairs, or a version written earlier. */
    RAGGED
}

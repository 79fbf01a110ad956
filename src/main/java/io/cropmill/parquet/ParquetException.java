package io.cropmill.parquet;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file that is not Parquet, is damaged, or holds what has no place in arrays. The message names file and place. */
public final class ParquetException extends IOException {
    private static final long serialVersionUID = 1L;

    public ParquetException(String message) {
        super(message);
    }

    ParquetException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}

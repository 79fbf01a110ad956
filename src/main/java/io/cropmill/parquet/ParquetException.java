package io.cropmill.parquet;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/** A file that is not Parquet, is damaged, or holds what has no place in arrays. The message names file and place. Text
 * from outside is made visible in it. */
public final class ParquetException extends IOException {
    private static final long serialVersionUID = 1L;

    public ParquetException(String message) {
        super(VisibleText.of(message));
    }

    ParquetException(String message, Throwable cause) {
        super(VisibleText.of(message), cause);
    }
}

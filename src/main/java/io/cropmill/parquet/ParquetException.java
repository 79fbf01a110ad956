package io.cropmill.parquet;

import io.cropmill.text.VisibleText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A file that is not Parquet, is damaged, or holds what has no place in arrays. The message names file and place.
 * Outside text in it is visible.
 */
public final class ParquetException extends IOException {
    private static final long serialVersionUID = 1L;

    public ParquetException(String message) {
        super(VisibleText.of(message));
    }

    ParquetException(String message, @Nullable Throwable cause) {
        super(VisibleText.of(message), cause);
    }
}

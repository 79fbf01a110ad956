package io.cropmill.frame;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.io.Serializable;

/**
 * A recording that the readers of {@code rebuild} decode: Parquet, or plain arrays with their counts.
 *
 * @param choice which of its fields are what
 */
record DecodedSource(RecordingOrigin origin, FieldChoice choice) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Opens it; the caller closes it. */
    Recording open(FileOpener storage) throws IOException {
        return origin.open(storage, choice);
    }
}

package io.cropmill.crop.ragged;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ragged pair written earlier.
 *
 * @param metadata {@code <rec>.npy}
 * @param points {@code <rec>.points.npy}
 * @param seed seed of the draws that cut crops to their cap, unsigned; null where it is not known
 * @param pointFields names and widths of the values of a plain points file, where a manifest has them; else empty
 */
public record RaggedOrigin(
        FileEntry metadata, FileEntry points, @Nullable Long seed, List<PointFieldName> pointFields)
        implements RecordingOrigin {
    public RaggedOrigin {
        pointFields = List.copyOf(pointFields);
    }

    /** A manifest knows the names of a plain points file's values, if the user does not say them. */
    public FieldChoice choice(FieldChoice choice) {
        return pointFields.isEmpty() || !choice.pointFields().isEmpty()
                ? choice
                : new FieldChoice(
                        choice.countField(), pointFields, choice.needed(), choice.skipFields(), choice.counts());
    }

    @Override
    public List<FileEntry> files() {
        return List.of(metadata, points);
    }

    @Override
    public Recording open(FileOpener storage, FieldChoice choice) throws IOException {
        return RaggedRecording.open(storage, this, choice);
    }
}

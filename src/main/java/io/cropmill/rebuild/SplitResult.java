package io.cropmill.rebuild;

import io.cropmill.ragged.RaggedFiles;
import java.io.Serializable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What became of a split: its files, or a problem with the recording. */
public record SplitResult(
        Split split, @Nullable RaggedFiles files, @Nullable RecordingProblem problem) implements Serializable {
    /** The files of a split that has no problem. */
    public RaggedFiles builtFiles() {
        return Objects.requireNonNull(files, () -> "not built: " + problem);
    }
}

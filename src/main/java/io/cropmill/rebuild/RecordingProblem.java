package io.cropmill.rebuild;

import io.cropmill.crop.CropException;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.NpyException;
import io.cropmill.parquet.ParquetException;
import io.cropmill.storage.Failures;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.NoMemoryException;
import java.io.EOFException;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;

/**
 * Why a recording cannot be built.
 *
 * @param kind whose fault it is
 * @param message names the file, expected and found
 */
public record RecordingProblem(ProblemCause kind, String message) implements Serializable {
    /** Whose fault it is. */
    public enum ProblemCause {
        /** The settings ask for what the recording cannot give. */
        SETTINGS,
        /** The settings say too little to tell the recording's fields. */
        UNCLEAR,
        /** The recording is damaged, cannot be read, or changes while it is read. */
        DATA
    }

    /** The problem behind an exception, if it lies in the recording; trying again would not help then. */
    public static Optional<RecordingProblem> of(IOException exception) {
        if (exception instanceof UnclearFieldsException) {
            return Optional.of(new RecordingProblem(ProblemCause.UNCLEAR, String.valueOf(exception.getMessage())));
        }
        if (exception instanceof CropException
                || exception instanceof NpyException
                || exception instanceof ParquetException
                || exception instanceof EOFException) {
            return Optional.of(new RecordingProblem(ProblemCause.DATA, String.valueOf(exception.getMessage())));
        }
        return Optional.empty();
    }

    /**
     * As {@link #of(IOException)}, and also the failure of a file system to read the recording's own files. Not an
     * interruption, nor a lack of memory, which say nothing about the file.
     */
    static Optional<RecordingProblem> of(IOException exception, SourceRecording recording) {
        return of(exception, recording.files());
    }

    /** As that, of some of a recording's files. */
    static Optional<RecordingProblem> of(IOException exception, List<FileEntry> files) {
        Optional<RecordingProblem> problem = of(exception);
        if (problem.isPresent() || Failures.isInterruption(exception) || exception instanceof NoMemoryException) {
            return problem;
        }
        return files.stream().anyMatch(file -> Failures.isAt(exception, file.path()))
                ? Optional.of(new RecordingProblem(ProblemCause.DATA, String.valueOf(exception.getMessage())))
                : Optional.empty();
    }
}

package io.cropmill.rebuild.plan;

import io.cropmill.crop.UnchangedFiles;
import io.cropmill.dataset.FileDigest;
import io.cropmill.rebuild.listing.RecordingProblem;
import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What lies in the source under the name of a retired recording, digested as certificates do it.
 *
 * @param digest of its file; null if there is a problem, or if it is not one file
 */
public record RetiredSource(
        String name, @Nullable FileDigest digest, @Nullable RecordingProblem problem) implements Serializable {
    /** Reads it; what cannot be read, or changes meanwhile, is a result. */
    public static RetiredSource of(Storage source, SourceRecording recording) throws IOException {
        // What was retired was one file of its own: see the certificate.
        if (recording.files().size() > 1
                || recording.bytes() != recording.file().bytes()) {
            return new RetiredSource(recording.name(), null, null);
        }
        try {
            UnchangedFiles.require(source, recording.file());
            FileDigest digest = FileDigest.of(source, recording.file().path());
            UnchangedFiles.require(source, recording.file());
            return new RetiredSource(recording.name(), digest, null);
        } catch (IOException e) {
            Optional<RecordingProblem> problem = RecordingProblem.of(e, recording);
            if (problem.isEmpty()) {
                throw e;
            }
            return new RetiredSource(recording.name(), null, problem.get());
        }
    }
}

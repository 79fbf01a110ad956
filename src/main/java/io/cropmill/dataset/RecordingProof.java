package io.cropmill.dataset;

import java.io.IOException;
import java.util.List;

/** Compares recordings with their source, every crop and every byte. */
public interface RecordingProof {
    /**
     * What came of one recording.
     *
     * @param crops that were compared, all of them
     * @param failures what is not equal, a sentence each; empty if all is
     * @param remarks what a certificate should say beside that, a sentence each
     */
    record Proven(String recording, long crops, List<String> failures, List<String> remarks) {
        public Proven {
            failures = List.copyOf(failures);
            remarks = List.copyOf(remarks);
        }
    }

    /** Compares all recordings of a manifest; one result each, in its order. */
    List<Proven> prove(Manifest part) throws IOException;
}

package io.cropmill.dataset;

import io.cropmill.dataset.manifest.Manifest;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Compares recordings with their source, every crop and every byte. */
public interface RecordingProof {
    /**
     * What came of one recording.
     *
     * @param crops that were compared, all of them
     * @param failures what is not equal, a sentence each; empty if all is
     * @param remarks what a certificate should say beside that, a sentence each
     * @param loss what the source holds beside what was compared
     * @param checkedBy what computed each step a second time, by step: {@code plain}, {@code user class}, ...
     */
    record ProofOutcome(
            String recording,
            long crops,
            List<String> failures,
            List<String> remarks,
            Loss loss,
            SortedMap<String, String> checkedBy) {
        public ProofOutcome {
            failures = List.copyOf(failures);
            remarks = List.copyOf(remarks);
            checkedBy = Collections.unmodifiableSortedMap(new TreeMap<>(checkedBy));
        }
    }

    /** Compares all recordings of a manifest; one result each, in its order. */
    List<ProofOutcome> prove(Manifest part) throws IOException;
}

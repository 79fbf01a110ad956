package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.RecordingState;
import java.util.Set;

/**
 * The retired recordings of the live version. They stay retired however they come into the next one, since their sources
 * may be gone tomorrow.
 */
public record RetiredNames(Set<String> names) {
    public RetiredNames {
        names = Set.copyOf(names);
    }

    /** The entry as the next manifest has it. */
    RecordingEntry marked(RecordingEntry entry, RecordingState otherwise) {
        return entry.withState(names.contains(entry.name()) ? RecordingState.RETIRED : otherwise);
    }
}

package io.cropmill.spark;

import io.cropmill.dataset.RecordingEntry;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.Failures;
import io.cropmill.storage.Storage;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Reads back what a run that died has finished; gives the names of the recordings whose bytes are as they were written. */
record CheckFunction(Locations locations) implements FlatMapFunction<Iterator<RecordingEntry>, String> {
    @Override
    public Iterator<String> call(Iterator<RecordingEntry> recordings) throws IOException {
        return locations
                .open((source, target) -> {
                    List<String> whole = new ArrayList<>();
                    while (recordings.hasNext()) {
                        RecordingEntry recording = recordings.next();
                        if (isWhole(target, recording)) {
                            whole.add(recording.name());
                        }
                    }
                    return whole;
                })
                .iterator();
    }

    private static boolean isWhole(Storage target, RecordingEntry recording) throws IOException {
        for (WrittenFile file : recording.files().all().toList()) {
            try {
                if (!Checksums.read(target, file.path()).equals(file)) {
                    return false;
                }
            } catch (IOException e) {
                if (Failures.isInterruption(e)) {
                    throw e;
                }
                // Gone, or unreadable for whatever reason: the work is done again.
                return false;
            }
        }
        return true;
    }
}

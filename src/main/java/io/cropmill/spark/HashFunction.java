package io.cropmill.spark;

import io.cropmill.rebuild.ContentHash;
import io.cropmill.rebuild.SourceRecording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Hashes a task's source files. */
record HashFunction(Locations locations, Meters meters)
        implements FlatMapFunction<Iterator<SourceRecording>, ContentHash> {
    @Override
    public Iterator<ContentHash> call(Iterator<SourceRecording> recordings) throws IOException {
        return locations
                .open((source, target) -> {
                    List<ContentHash> hashes = new ArrayList<>();
                    while (recordings.hasNext()) {
                        hashes.add(ContentHash.of(source, recordings.next(), bytes -> meters.add(0, bytes)));
                        meters.recordings().add(1);
                    }
                    return hashes;
                })
                .iterator();
    }
}

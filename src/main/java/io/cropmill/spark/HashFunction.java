package io.cropmill.spark;

import io.cropmill.rebuild.ContentHash;
import io.cropmill.storage.FileEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.FlatMapFunction;

/** Hashes a task's source files. */
record HashFunction(Locations locations, Meters meters) implements FlatMapFunction<Iterator<FileEntry>, ContentHash> {
    @Override
    public Iterator<ContentHash> call(Iterator<FileEntry> files) throws IOException {
        return locations
                .open((source, target) -> {
                    List<ContentHash> hashes = new ArrayList<>();
                    while (files.hasNext()) {
                        hashes.add(ContentHash.of(source, files.next(), bytes -> meters.add(0, bytes)));
                        meters.recordings().add(1);
                    }
                    return hashes;
                })
                .iterator();
    }
}

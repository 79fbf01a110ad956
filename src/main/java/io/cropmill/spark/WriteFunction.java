package io.cropmill.spark;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropSchema;
import io.cropmill.dataset.manifest.SourceFile;
import io.cropmill.ragged.RaggedFiles;
import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.ragged.RaggedWriter;
import io.cropmill.ragged.Shard;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

/**
 * Writes the recordings of a partition, whose crops come sorted, each whole. Any attempt writes the same bytes.
 *
 * @param counted what the recordings of each partition come to, as {@link CropCounts#unpacked} takes them
 */
public record WriteFunction(
        Locations locations, RaggedTarget output, CropSchema schema, long batchBytes, Broadcast<byte[][]> counted)
        implements Stage.PartitionWork<Tuple2<CropKey, byte[]>, RebuildStages.Rastered> {
    private static final long serialVersionUID = 1L;

    /** No file that a rebuild could find: it builds such a recording anew. */
    private static final String FROM_ROWS = "dataframe";

    @Override
    public List<RebuildStages.Rastered> of(Iterator<Tuple2<CropKey, byte[]>> crops) throws IOException {
        if (!crops.hasNext()) {
            return List.of();
        }
        Map<String, Tally> expected = CropCounts.unpacked(counted.value()[TaskContext.getPartitionId()]);
        return locations.open((source, target) -> {
            List<RebuildStages.Rastered> entries = new ArrayList<>();
            Tuple2<CropKey, byte[]> next = crops.next();
            while (next != null) {
                next = recording(target, expected, next, crops, entries);
            }
            return entries;
        });
    }

    /** Writes one recording; returns the first crop of the next. */
    private @Nullable Tuple2<CropKey, byte[]> recording(
            Storage target,
            Map<String, Tally> counted,
            Tuple2<CropKey, byte[]> first,
            Iterator<Tuple2<CropKey, byte[]>> crops,
            List<RebuildStages.Rastered> entries)
            throws IOException {
        String name = first._1().recording();
        Tally expected = counted.get(name);
        if (expected == null) {
            throw new IOException("[" + name + "] Expected a recording that was counted, but found another; the"
                    + " DataFrame gave other rows the second time: cache or save what it is made from");
        }
        Shard shard = new Shard(
                0,
                1,
                new Shard.ItemRun(0, expected.crops(), expected.crops()),
                new Shard.ItemRun(0, expected.pointsOut(), expected.pointsOut()));
        Tuple2<CropKey, byte[]> next = first;
        try (BufferAllocator allocator = new RootAllocator();
                RaggedWriter writer = new RaggedWriter(target, output, name, name, schema, shard)) {
            long row = 0;
            List<byte[]> batch = new ArrayList<>();
            long bytes = 0;
            while (next != null && next._1().recording().equals(name)) {
                if (!batch.isEmpty() && bytes + next._2().length > batchBytes) {
                    row += write(writer, row, batch, allocator);
                    bytes = 0;
                }
                batch.add(next._2());
                bytes += next._2().length;
                next = crops.hasNext() ? crops.next() : null;
            }
            row += write(writer, row, batch, allocator);
            if (row != expected.crops()) {
                throw new IOException(
                        "[" + name + "] Expected " + expected.crops() + " crops, as were counted, but found " + row);
            }
            RaggedFiles files = writer.finish();
            SourceFile source = new SourceFile(name, 0, FROM_ROWS);
            entries.add(new RebuildStages.Rastered(
                    BuiltRecordings.entry(output.folder(), name, source, files),
                    files.tally().saturated(),
                    files.reach()));
        }
        return next;
    }

    private int write(RaggedWriter writer, long row, List<byte[]> crops, BufferAllocator allocator) throws IOException {
        try (CropBatch batch = PackedCrop.batch(schema, row, crops, allocator)) {
            writer.write(batch);
        }
        int count = crops.size();
        crops.clear();
        return count;
    }
}

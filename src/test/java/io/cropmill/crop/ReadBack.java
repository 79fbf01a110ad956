package io.cropmill.crop;

import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.hadoop.conf.Configuration;

/**
 * All that a recording gave: counts, and each field's type and bytes, one character a byte, whatever the order of
 * fields.
 */
public record ReadBack(List<Long> counts, Map<String, String> fields) {
    /** Choice of the fields of {@link PaddedFile}, as Parquet and plain arrays need it. */
    public static final FieldChoice FIELDS = new FieldChoice(
            "point_count",
            List.of(PointFieldName.parse("xy:2"), PointFieldName.parse("height"), PointFieldName.parse("intensity")),
            List.of("xy", "height"));

    public static ReadBack of(Recording recording, long batchBytes) throws IOException {
        return of(recording, 0, recording.rows(), batchBytes);
    }

    public static ReadBack of(Recording recording, long first, long end, long batchBytes) throws IOException {
        List<Long> counts = new ArrayList<>();
        Map<String, ByteArrayOutputStream> contents = new TreeMap<>();
        try (BufferAllocator allocator = new RootAllocator();
                CropReader reader = recording.read(first, end, allocator, batchBytes)) {
            long row = first;
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    if (batch.firstRow() != row) {
                        throw new AssertionError("row " + batch.firstRow() + " instead of " + row);
                    }
                    row += batch.crops();
                    for (int crop = 0; crop < batch.crops(); crop++) {
                        counts.add((long) batch.pointCount(crop));
                    }
                    add(batch, contents);
                }
            }
        }
        Map<String, String> fields = new TreeMap<>();
        contents.forEach((name, bytes) -> fields.put(name, bytes.toString(StandardCharsets.ISO_8859_1)));
        return new ReadBack(counts, fields);
    }

    private static void add(CropBatch batch, Map<String, ByteArrayOutputStream> contents) {
        for (int field = 0; field < batch.schema().pointFields().size(); field++) {
            CropSchema.CropField type = batch.schema().pointFields().get(field);
            add(type, batch.pointBytes(field), batch.points(), contents);
        }
        for (int field = 0; field < batch.schema().cropFields().size(); field++) {
            CropSchema.CropField type = batch.schema().cropFields().get(field);
            add(type, batch.cropBytes(field), batch.crops(), contents);
        }
    }

    private static void add(
            CropSchema.CropField field, ArrowBuf buffer, long items, Map<String, ByteArrayOutputStream> contents) {
        byte[] bytes = new byte[Math.toIntExact(items * field.type().itemSize())];
        buffer.getBytes(0, bytes);
        contents.computeIfAbsent(field.name() + " " + field.type().descr(), name -> new ByteArrayOutputStream())
                .writeBytes(bytes);
    }

    /** Reads the counts alone. */
    public static List<Long> counts(Recording recording) throws IOException {
        List<Long> counts = new ArrayList<>();
        recording.counts(0, recording.rows(), counts::add);
        return counts;
    }

    /** Opens padded structured recordings and plain ones. */
    public static Recording npy(Path file, FieldChoice choice) throws IOException {
        Storage storage = storage(file);
        return new NpyOrigin(entry(storage, file)).open(storage, choice);
    }

    /** Opens the rows of Parquet files of one folder. */
    public static Recording parquet(FieldChoice choice, ParquetOrigin.RecordingRows rows, Path... files)
            throws IOException {
        Storage storage = storage(files[0]);
        List<FileEntry> entries = new ArrayList<>();
        for (Path file : files) {
            entries.add(entry(storage, file));
        }
        return new ParquetOrigin(entries, rows, List.of(), 0).open(storage, choice);
    }

    public static FileEntry entry(Storage storage, Path file) throws IOException {
        return storage.stat(file.getFileName().toString()).orElseThrow();
    }

    /** The folder of a file. */
    public static Storage storage(Path file) throws IOException {
        return Storages.of(file.resolveSibling(".").normalize().toString(), new Configuration(false));
    }
}

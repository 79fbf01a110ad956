package io.cropmill.plain;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.parquet.PartitionField;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Reads Parquet files of one folder by the readers of a rebuild and by the proof's, and holds one against the other. */
final class BothSides {
    private final Storage storage;
    private final PlainFolder folder;
    private final ParquetOrigin origin;
    private final FieldChoice choice;
    private final PlainPartitions partitions;

    private BothSides(Storage storage, ParquetOrigin origin, FieldChoice choice, PlainPartitions partitions) {
        this.storage = storage;
        this.folder = PlainFolder.of(storage.root(), new Configuration(false));
        this.origin = origin;
        this.choice = choice;
        this.partitions = partitions;
    }

    static BothSides of(
            Path folder,
            List<String> files,
            ParquetOrigin.RecordingRows rows,
            List<PartitionField> partitions,
            FieldChoice choice)
            throws IOException {
        Storage storage = Storages.of(folder.toString(), new Configuration(false));
        List<FileEntry> entries = new ArrayList<>();
        for (String file : files) {
            entries.add(storage.stat(file).orElseThrow());
        }
        PlainPartitions plain = partitions.isEmpty() ? PlainPartitions.NONE : PlainPartitions.of(files, "");
        return new BothSides(storage, new ParquetOrigin(entries, rows, partitions, 0), choice, plain);
    }

    Recording recording() throws IOException {
        return origin.open(storage, choice);
    }

    PlainParquet plain() throws IOException {
        return PlainParquet.open(folder, origin, choice, partitions);
    }

    /** Asserts that both give the same fields and the same bytes, in whole, from the middle on, and as counts alone. */
    void requireEqual() throws IOException {
        try (Recording recording = recording();
                PlainParquet plain = plain()) {
            CropSchema schema = recording.schema();
            assertThat(NumpyHeader.descr(plain.pointFields()))
                    .isEqualTo(CropSchema.record(schema.pointFields()).descr());
            assertThat(NumpyHeader.descr(plain.cropFields()))
                    .isEqualTo(CropSchema.record(schema.cropFields()).descr());
            assertThat(plain.rows()).isEqualTo(recording.rows());
            requireEqual(recording, plain, 0);
            requireEqual(recording, plain, recording.rows() * 2 / 3);
            requireEqual(recording, plain, recording.rows() / 3);
            List<Long> counts = new ArrayList<>();
            recording.counts(0, recording.rows(), counts::add);
            plain.seek(0);
            for (long row = 0; row < recording.rows(); row++) {
                assertThat((long) plain.nextCount()).isEqualTo(counts.get((int) row));
            }
            requireScattered(recording, plain);
        }
    }

    private static void requireEqual(Recording recording, PlainParquet plain, long first) throws IOException {
        plain.seek(first);
        try (CropReader reader = recording.read(first, recording.rows(), 3000)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    for (int crop = 0; crop < batch.crops(); crop++) {
                        requireEqual(batch, crop, plain.next());
                    }
                }
            }
        }
    }

    /** Some rows counted, some read, some passed. */
    private static void requireScattered(Recording recording, PlainParquet plain) throws IOException {
        plain.seek(0);
        long row = 0;
        try (CropReader reader = recording.read(0, recording.rows(), 3000)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    for (int crop = 0; crop < batch.crops(); crop++, row++) {
                        if (row % 7 == 3) {
                            requireEqual(batch, crop, plain.next());
                        } else if (row % 7 == 5) {
                            plain.seek(row + 1);
                        } else {
                            assertThat(plain.nextCount()).isEqualTo(batch.pointCount(crop));
                        }
                    }
                }
            }
        }
    }

    private static void requireEqual(CropBatch batch, int crop, PlainCrop found) {
        String row = "row " + (batch.firstRow() + crop);
        int count = batch.pointCount(crop);
        assertThat(found.count()).as(row).isEqualTo(count);
        assertThat(found.sourceCount()).as(row).isEqualTo(batch.sourceCount(crop));
        for (int field = 0; field < batch.schema().pointFields().size(); field++) {
            CropSchema.CropField type = batch.schema().pointFields().get(field);
            int size = (int) type.type().itemSize();
            byte[] expected = new byte[count * size];
            ByteBuffer values = batch.pointValues(field);
            values.get(values.position() + batch.pointStart(crop) * size, expected);
            assertThat(Arrays.copyOf(found.points().get(field), expected.length))
                    .as("%s field %s", row, type)
                    .isEqualTo(expected);
            assertThat(found.points().get(field).length % size).isZero();
        }
        for (int field = 0; field < batch.schema().cropFields().size(); field++) {
            CropSchema.CropField type = batch.schema().cropFields().get(field);
            byte[] expected = new byte[(int) type.type().itemSize()];
            ByteBuffer values = batch.cropValues(field);
            values.get(values.position() + crop * expected.length, expected);
            assertThat(found.crop().get(field)).as("%s field %s", row, type).isEqualTo(expected);
        }
    }
}

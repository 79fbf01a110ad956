package io.cropmill.crop.padded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropBatch;
import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedFile;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PaddedNpyRecordingTest {
    private static final FieldChoice BY_RULE = new FieldChoice("point_count", List.of(), List.of());
    private static final int CAPACITY = 20;

    @TempDir
    Path folder;

    @Test
    void readsCountsWithoutPoints() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 3, 0, 20, 7);
        List<Long> counts = new ArrayList<>();
        try (Recording recording = open("a.npy", BY_RULE)) {
            recording.counts(1, 4, counts::add);
            assertThat(recording.rows()).isEqualTo(4);
        }
        assertThat(counts).containsExactly(0L, 20L, 7L);
    }

    @Test
    void trimsPointFieldsToTheCount() throws IOException {
        byte[] file = PaddedFile.bytes(CAPACITY, 1, 3, 0, 20, 7);
        Files.write(folder.resolve("a.npy"), file);
        ByteBuffer rows = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        int rowBytes = CAPACITY * 16 + 40;
        int data = file.length - 4 * rowBytes;
        try (BufferAllocator allocator = new RootAllocator();
                Recording recording = open("a.npy", BY_RULE);
                CropReader reader = recording.read(0, 4, allocator, Long.MAX_VALUE);
                CropBatch batch = reader.next().orElseThrow()) {
            assertThat(batch.crops()).isEqualTo(4);
            assertThat(batch.points()).isEqualTo(30);
            assertThat(batch.pointStart(3)).isEqualTo(23);
            for (int point = 0; point < 7; point++) {
                int height = data + 3 * rowBytes + CAPACITY * 8 + point * 4;
                assertThat(batch.pointBytes(1).getFloat((23L + point) * 4)).isEqualTo(rows.getFloat(height));
            }
            assertThat(batch.cropBytes(0).getInt(4 * 2)).isEqualTo(2);
            assertThat(batch.cropBytes(1).getDouble(24 * 3)).isEqualTo(1.5);
            assertThat(batch.cropBytes(2).getLong(8)).isEqualTo(1_700_000_000_100L);
            assertThat(reader.next()).isEmpty();
        }
    }

    @Test
    void givesVectorsThatArrowUnderstands() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 3, 0, 2);
        try (BufferAllocator allocator = new RootAllocator();
                Recording recording = open("a.npy", BY_RULE);
                CropReader reader = recording.read(0, 3, allocator, Long.MAX_VALUE);
                CropBatch batch = reader.next().orElseThrow()) {
            assertThat(batch.vectors().getSchema().toString())
                    .isEqualTo("Schema<row: Int(64, true) not null, point_count: Int(32, true) not null, xy:"
                            + " List<$data$: FloatingPoint(SINGLE) not null> not null, height: List<$data$:"
                            + " FloatingPoint(SINGLE) not null> not null, intensity: List<$data$:"
                            + " FloatingPoint(SINGLE) not null> not null, label: Int(32, true) not null, center:"
                            + " FixedSizeList(3)<$data$: FloatingPoint(DOUBLE) not null> not null, timestamp:"
                            + " Int(64, true) not null>");
            ListVector xy = (ListVector) batch.vectors().getVector("xy");
            assertThat(xy.getObject(0)).hasSize(6);
            assertThat(xy.getObject(1)).isEmpty();
            assertThat(xy.getObject(2)).hasSize(4);
            assertThat(batch.vectors().getVector("center").getObject(2)).isEqualTo(List.of(1.0, -2.0, 1.25));
        }
    }

    @Test
    void boundsBatchesByBytesAndFreesThem() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 1, 2, 3, 4, 5);
        List<Integer> crops = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        try (BufferAllocator allocator = new RootAllocator();
                Recording recording = open("a.npy", BY_RULE);
                CropReader reader = recording.read(0, 5, allocator, 2 * (CAPACITY * 16 + 40) + 1)) {
            for (Optional<CropBatch> next = reader.next(); next.isPresent(); next = reader.next()) {
                try (CropBatch batch = next.get()) {
                    crops.add(batch.crops());
                    rows.add(batch.firstRow());
                }
                assertThat(allocator.getAllocatedMemory()).isZero();
            }
        }
        assertThat(crops).containsExactly(2, 2, 1);
        assertThat(rows).containsExactly(0L, 2L, 4L);
    }

    @Test
    void refusesCountsOutsideTheCapacity() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 3, 21);
        PaddedFile.write(folder.resolve("b.npy"), CAPACITY, 1, -1);
        try (Recording a = open("a.npy", BY_RULE);
                Recording b = open("b.npy", BY_RULE)) {
            assertThatThrownBy(() -> a.counts(0, 2, count -> {}))
                    .isInstanceOf(CropException.class)
                    .hasMessage("[a.npy] Expected point_count from 0 to 20 in row 1 at byte 936, but found 21");
            assertThatThrownBy(() -> b.counts(0, 1, count -> {}))
                    .hasMessage("[b.npy] Expected point_count from 0 to 20 in row 0 at byte 576, but found -1");
        }
    }

    @Test
    void refusesToLeaveOutAPointField() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 3);
        FieldChoice choice =
                new FieldChoice("point_count", List.of(), List.of(), List.of("label", "height"), CountsFrom.FILE);

        assertThatThrownBy(() -> open("a.npy", choice))
                .isInstanceOf(UnclearFieldsException.class)
                .hasMessage("[a.npy] Expected crop fields in source.skip-fields, but found 'height', which is a point"
                        + " field; leave it out of source.skip-fields, or name the fields of the points that are wanted"
                        + " with source.point-fields");
    }

    @Test
    void asksForPointFieldsWhereASecondLongFieldStandsBesideThem() throws IOException {
        byte[] data = new byte[2 * (40 * 4 + 30 * 4 + 4)];
        String header = "{'descr': [('z', '<f4', (40,)), ('history', '<f4', (30,)), ('point_count', '<i4')],"
                + " 'fortran_order': False, 'shape': (2,), }";
        Files.write(folder.resolve("a.npy"), PaddedFile.npy(header, data));
        assertThatThrownBy(() -> open("a.npy", BY_RULE))
                .isInstanceOf(UnclearFieldsException.class)
                .hasMessage(
                        "[a.npy] Expected one long axis, the capacity, but found 40 and also 'history' of length 30;"
                                + " name the point fields with source.point-fields");
        FieldChoice named = new FieldChoice("point_count", List.of(PointFieldName.parse("z:1")), List.of("z"));
        try (Recording recording = open("a.npy", named)) {
            assertThat(recording.schema().pointFields())
                    .extracting(CropSchema.CropField::name)
                    .containsExactly("z");
            assertThat(recording.schema().cropFields())
                    .extracting(CropSchema.CropField::name)
                    .containsExactly("history");
        }
    }

    @Test
    void refusesWhatIsNotARecordACrop() throws IOException {
        byte[] file = PaddedFile.npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", new byte[24]);
        NpyHeader header = new NpyReader("a.npy", ByteBuffer.wrap(file)).header();
        assertThatThrownBy(() -> PaddedLayout.of("a.npy", header, BY_RULE))
                .isInstanceOf(CropException.class)
                .hasMessage(
                        "[a.npy] Expected a 1-D array of records (one row per crop), but found '<f4' of shape [2, 3]");
    }

    @Test
    void refusesAMissingCountAndAMissingRasterField() throws IOException {
        PaddedFile.write(folder.resolve("a.npy"), CAPACITY, 1, 3);
        assertThatThrownBy(() -> open("a.npy", new FieldChoice("n", List.of(), List.of())))
                .isInstanceOf(UnclearFieldsException.class)
                .hasMessage("[a.npy] Expected a count field 'n', but found fields [xy, height, intensity, point_count,"
                        + " label, center, timestamp]; name it with source.count-field");
        assertThatThrownBy(() -> open("a.npy", new FieldChoice("point_count", List.of(), List.of("reflectance"))))
                .isInstanceOf(UnclearFieldsException.class)
                .hasMessage("[a.npy] Expected point field 'reflectance', which a raster reads, but found point fields"
                        + " [xy, height, intensity]; name the point fields with source.point-fields, or the raster's"
                        + " with rasters.<name>");
    }

    private Recording open(String path, FieldChoice choice) throws IOException {
        Storage storage = Storages.of(folder.toString(), new Configuration(false));
        return new NpyOrigin(storage.stat(path).orElseThrow()).open(storage, choice);
    }
}

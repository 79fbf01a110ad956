package io.cropmill.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import io.cropmill.storage.UnclosableStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that is refused is told of as such, even where it cannot be closed. */
class UnclosableFileTest {
    @TempDir
    Path folder;

    private Storage storage;

    @BeforeEach
    void open() throws IOException {
        storage = new UnclosableStorage(Storages.of(folder.toUri(), new Configuration()));
    }

    private FileEntry file(String path, String descr, String shape, int bytes) throws IOException {
        String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
        Files.write(folder.resolve(path), PaddedFile.npy(header, new byte[bytes]));
        return storage.stat(path).orElseThrow();
    }

    private static void assertRefused(ThrowingCallable opening, String message, int unclosed) {
        assertThatThrownBy(opening)
                .hasMessage(message)
                .satisfies(e -> assertThat(e.getSuppressed())
                        .hasSize(unclosed)
                        .allSatisfy(suppressed -> assertThat(suppressed).hasMessage(UnclosableStorage.REFUSAL)));
    }

    @Test
    void ofAnArrayOfAnotherShape() throws IOException {
        NpyOrigin origin = new NpyOrigin(file("a.npy", "'<f4'", "(3,)", 12));

        assertRefused(
                () -> origin.open(storage, ReadBack.FIELDS),
                "[a.npy] Expected a 1-D array of records (one row per crop) or a plain (crops, capacity, values) array,"
                        + " but found '<f4' of shape [3]; stack the crops of a recording to one such array and"
                        + " numpy.save it",
                1);
    }

    @Test
    void ofADamagedRecording() throws IOException {
        Files.write(folder.resolve("a.npy"), new byte[4]);

        assertThatThrownBy(() -> new NpyOrigin(storage.stat("a.npy").orElseThrow()).open(storage, ReadBack.FIELDS))
                .hasMessageStartingWith("[a.npy] Expected ")
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    }

    @Test
    void ofCountsThatAreNone() throws IOException {
        NpyOrigin origin =
                new NpyOrigin(file("a.npy", "'<f4'", "(3, 2, 4)", 96), file("a.counts.npy", "'<f4'", "(3,)", 12));

        assertRefused(
                () -> origin.open(storage, ReadBack.FIELDS),
                "[a.counts.npy] Expected a 1-D array of whole numbers, a count a crop, but found '<f4' of shape [3]",
                2);
    }

    @Test
    void ofCountsOfAnotherRecording() throws IOException {
        NpyOrigin origin =
                new NpyOrigin(file("a.npy", "'<f4'", "(3, 2, 4)", 96), file("a.counts.npy", "'<i4'", "(4,)", 16));

        assertRefused(
                () -> origin.open(storage, ReadBack.FIELDS),
                "[a.counts.npy] Expected 3 counts, one for each crop of a.npy, but found 4",
                2);
    }

    @Test
    void ofAPairThatDoesNotFit() throws IOException {
        RaggedOrigin origin = new RaggedOrigin(
                file(
                        "a.npy",
                        "[('point_start', '<i8'), ('point_count', '<i4'), ('source_point_count', '<i4')]",
                        "(1,)",
                        16),
                file("a.points.npy", "[('xy', '<f4', (2,)), ('height', '<f4')]", "(5,)", 60),
                null,
                List.of());

        assertRefused(
                () -> origin.open(storage, new FieldChoice("point_count", List.of(), List.of())),
                "[a.npy] Expected crops that take up the 5 points of a.points.npy, but found points 0 to 0",
                2);
    }

    @Test
    void ofRowsThatCannotBeRead() {
        BufferAllocator[] given = new BufferAllocator[1];
        Recording recording = new Recording() {
            @Override
            public CropSchema schema() {
                return new CropSchema(List.of(new CropSchema.CropField("height", ScalarType.FLOAT32)), List.of());
            }

            @Override
            public long rows() {
                return 0;
            }

            @Override
            public void counts(long firstRow, long endRow, java.util.function.LongConsumer eachCount) {}

            @Override
            public CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes)
                    throws IOException {
                given[0] = allocator;
                allocator.buffer(64);
                throw new IOException("[a] Expected rows");
            }

            @Override
            public void close() {}
        };

        assertThatThrownBy(() -> recording.read(0, 0, 1))
                .hasMessage("[a] Expected rows")
                .satisfies(
                        e -> assertThat(e.getSuppressed()).singleElement().isInstanceOf(IllegalStateException.class));
    }
}

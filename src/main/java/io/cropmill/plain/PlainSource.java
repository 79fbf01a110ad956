package io.cropmill.plain;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.crop.parquet.ParquetOrigin;
import io.cropmill.crop.ragged.RaggedOrigin;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Opens recordings of the source for the proof: each kind by a reader of its own. */
public final class PlainSource {
    private static final int PLAIN_AXES = 3;

    private PlainSource() {}

    /**
     * Opens a recording; the caller closes it, and reads it within a {@link PlainGuard}.
     *
     * @param partitions crop fields that folders of Parquet files stand for
     */
    public static PlainReader open(
            PlainFolder folder, RecordingOrigin origin, FieldChoice choice, PlainPartitions partitions)
            throws IOException {
        String path = origin.files().get(0).path();
        return PlainGuard.run(path, () -> reader(folder, origin, choice, partitions));
    }

    private static PlainReader reader(
            PlainFolder folder, RecordingOrigin origin, FieldChoice choice, PlainPartitions partitions)
            throws IOException {
        if (origin instanceof NpyOrigin npy) {
            return padded(folder, npy, choice);
        }
        if (origin instanceof RaggedOrigin pair) {
            return pair(folder, pair, choice);
        }
        if (origin instanceof ParquetOrigin parquet) {
            return PlainParquet.open(folder, parquet, choice, partitions);
        }
        throw new IllegalArgumentException("No reader of the proof for " + origin);
    }

    private static PlainReader padded(PlainFolder folder, NpyOrigin origin, FieldChoice choice) throws IOException {
        PlainBytes file = folder.open(origin.file().path());
        return owning(file, () -> {
            StoredArray array = StoredArray.read(file);
            if (array.type().parts() != null && array.shape().size() == 1) {
                return new PlainRecords(file, array, choice);
            }
            if (array.type().parts() == null && array.shape().size() == PLAIN_AXES) {
                RowCounts counts = counts(folder, origin, file, array, choice);
                return owning(counts, () -> new ArrayReader(file, array, counts, choice));
            }
            throw new PlainException("[" + file.path()
                    + "] Expected a 1-D array of records (one row per crop) or a plain (crops, capacity, values) array,"
                    + " but found " + array.type().shown() + " of shape " + array.tuple()
                    + "; stack the crops of a recording to one such array and numpy.save it");
        });
    }

    private static RowCounts counts(
            PlainFolder folder, NpyOrigin origin, PlainBytes file, StoredArray array, FieldChoice choice)
            throws IOException {
        if (choice.counts() == CountsFrom.INFER) {
            return RowCounts.inferred(file, array);
        }
        if (origin.counts() == null) {
            throw new PlainException("[" + file.path() + "] Expected the point counts of a plain array in "
                    + file.path().replaceFirst("\\.npy$", "") + ".counts.npy, but found no such file");
        }
        PlainBytes counts = folder.open(origin.counts().path());
        return owning(
                counts,
                () -> RowCounts.ofFile(counts, file.path(), array.shape().get(1)));
    }

    private static PlainReader pair(PlainFolder folder, RaggedOrigin origin, FieldChoice choice) throws IOException {
        boolean isNamed =
                origin.pointFields().isEmpty() || !choice.pointFields().isEmpty();
        FieldChoice named = isNamed
                ? choice
                : new FieldChoice(
                        choice.countField(),
                        origin.pointFields(),
                        choice.needed(),
                        choice.skipFields(),
                        choice.counts());
        PlainBytes metadata = folder.open(origin.metadata().path());
        return owning(metadata, () -> {
            PlainBytes points = folder.open(origin.points().path());
            return owning(points, () -> new PairReader(metadata, points, named));
        });
    }

    /** What opens takes over a file; what fails closes it. */
    static <T> T owning(Closeable file, PlainGuard.FileRead<T> opening) throws IOException {
        try {
            return opening.run();
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            try {
                file.close();
            } catch (IOException | UncheckedIOException closing) {
                e.addSuppressed(closing);
            }
            throw e;
        }
    }
}

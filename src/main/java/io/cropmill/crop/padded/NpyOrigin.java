package io.cropmill.crop.padded;

import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.Recording;
import io.cropmill.crop.RecordingOrigin;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A padded {@code .npy} file: an array of records, or a plain (crops, capacity, values) array.
 *
 * @param counts the file beside a plain array that holds its point counts; null where there is none
 */
public record NpyOrigin(FileEntry file, @Nullable FileEntry counts) implements RecordingOrigin {
    private static final int PLAIN_AXES = 3;

    /** A file without one of counts. */
    public NpyOrigin(FileEntry file) {
        this(file, null);
    }

    @Override
    public List<FileEntry> files() {
        return counts == null ? List.of(file) : List.of(file, counts);
    }

    @Override
    public Recording open(FileOpener storage, FieldChoice choice) throws IOException {
        SeekableByteChannel channel = storage.open(file.path());
        try {
            NpyReader npy = new NpyReader(file.path(), channel);
            NpyHeader header = npy.header();
            if (header.dtype() instanceof RecordType && header.shape().size() == 1) {
                return new PaddedNpyRecording(file.path(), channel, npy, choice);
            }
            if (header.dtype() instanceof ScalarType && header.shape().size() == PLAIN_AXES) {
                return new PlainNpyRecording(file.path(), channel, npy, choice, plainCounts(storage, choice));
            }
            throw new CropException(
                    "[" + file.path() + "] Expected a 1-D array of records (one row per crop) or a plain"
                            + " (crops, capacity, values) array, but found "
                            + header.dtype().descr() + " of shape " + header.shape()
                            + "; stack the crops of a recording to one such array and numpy.save it");
        } catch (IOException | RuntimeException e) {
            Closing.after(e, channel);
            throw e;
        }
    }

    private PlainNpyRecording.PlainCounts plainCounts(FileOpener storage, FieldChoice choice) throws IOException {
        if (choice.counts() == CountsFrom.INFER) {
            return new InferredCounts();
        }
        if (counts == null) {
            String beside = file.path().replaceFirst("\\.npy$", "") + ".counts.npy";
            throw new UnclearFieldsException(
                    "[" + file.path() + "] Expected the point counts of a plain array in " + beside
                            + ", but found no such file; numpy.save them there, one integer a crop, or drop the points at the"
                            + " end of each row that are all zero or all NaN with source.counts = infer");
        }
        return CountsFile.open(storage, counts.path());
    }
}

package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.Recording;
import io.cropmill.npy.FieldPacking;
import io.cropmill.npy.NpyReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import org.apache.arrow.memory.BufferAllocator;

/** A {@code .npy} file with a row of one size a crop, in which points that are not there are padding. */
abstract class PaddedRecording implements Recording {
    final String file;
    final NpyReader npy;

    /**
     * Where the values of a field lie in a row.
     *
     * @param offset offset of the first value
     * @param stride bytes from a point to the next
     */
    record FieldPlace(FieldPacking packing, int offset, int stride) {}

    PaddedRecording(String file, NpyReader npy) {
        this.file = file;
        this.npy = npy;
    }

    /** Places of the point fields, in the order of the schema. */
    abstract List<FieldPlace> pointPlaces();

    /** Places of the crop fields, in the order of the schema. */
    abstract List<FieldPlace> cropPlaces();

    /** Points that a row reserves. */
    abstract long capacity();

    /** The count of the row that lies at an offset of a buffer, checked against the capacity. */
    abstract int checkedCount(long row, ByteBuffer rows, int offset) throws IOException;

    @Override
    public final long rows() {
        return npy.header().rows();
    }

    @Override
    public final OptionalLong slots() {
        return OptionalLong.of(capacity());
    }

    /** Rows that fit so many bytes; at least one, which must fit an array. */
    final int rowsIn(long bytes, long most) throws CropException {
        long rowBytes = npy.header().rowBytes();
        if (rowBytes > Integer.MAX_VALUE) {
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d",
                    file,
                    Integer.MAX_VALUE,
                    rowBytes));
        }
        long fitting = Math.min(bytes, Integer.MAX_VALUE) / Math.max(1, rowBytes);
        return (int) Math.min(Math.max(1, Math.min(fitting, most)), Integer.MAX_VALUE);
    }

    @Override
    public final CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes)
            throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        return new PaddedRowReader(this, firstRow, endRow, rowsIn(batchBytes, endRow - firstRow), allocator);
    }
}

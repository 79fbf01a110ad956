package io.cropmill.validate;

import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyReader;
import io.cropmill.npy.ScalarType;
import io.cropmill.ragged.RowReader;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One recording's grids of the user's own, and which rows they are for. For one thread. */
final class AgainstGrids implements Closeable {
    private static final int MOST_ROWS_BYTES = 1 << 30;

    private final RowReader grids;
    private final ScalarType type;
    private final Against against;
    private final Map<Long, List<Long>> places = new HashMap<>();

    private AgainstGrids(RowReader grids, ScalarType type, Against against) {
        this.grids = grids;
        this.type = type;
        this.against = against;
    }

    /** Where the grids of a recording are. */
    static String gridsPath(String recording) {
        return recording + ".grids.npy";
    }

    /**
     * Opens the grids; null where there are none or none that can be used, which is a finding.
     *
     * @param rows of the recording
     * @param firstRow of the rows of interest
     * @param endRow behind the last of them
     */
    static @Nullable AgainstGrids open(
            Storage folder,
            String recording,
            RasterSpec spec,
            Against against,
            long rows,
            long firstRow,
            long endRow,
            Findings findings)
            throws IOException {
        String path = gridsPath(recording);
        Subject subject = new Subject("raster", recording, path);
        if (folder.stat(path).isEmpty()) {
            findings.add(subject.sentence(
                    Severity.WARNING,
                    "",
                    "",
                    "[" + path + "] Expected grids to compare raster " + spec.name() + " with, but found none"));
            return null;
        }
        try {
            RowReader grids = RowReader.open(folder, path);
            try {
                ScalarType type = requireLike(path, grids.header(), spec);
                AgainstGrids opened = new AgainstGrids(grids, type, against);
                opened.findPlaces(folder, recording + ".rows.npy", rows, firstRow, endRow);
                grids.begin(0, grids.length(), RowReader.Order.SCATTERED);
                return opened;
            } catch (IOException | RuntimeException e) {
                Closing.after(e, grids);
                throw e;
            }
        } catch (NpyException e) {
            findings.add(subject.sentence(Severity.FAILURE, "", "", String.valueOf(e.getMessage())));
            return null;
        }
    }

    private static ScalarType requireLike(String path, NpyHeader header, RasterSpec spec) throws NpyException {
        List<Long> row = List.of((long) spec.channels().size(), (long) spec.height(), (long) spec.width());
        boolean sameRows = !header.shape().isEmpty()
                && header.shape().subList(1, header.shape().size()).equals(row)
                && header.hasWholeRows();
        if (sameRows
                && header.dtype() instanceof ScalarType type
                && type.kind() == ScalarType.Kind.FLOAT
                && type.itemSize() <= Double.BYTES) {
            return type;
        }
        throw new NpyException("[" + path + "] Expected floats in C order of shape (n, " + row.get(0) + ", "
                + row.get(1) + ", " + row.get(2) + "), as raster " + spec.name() + " has them, but found "
                + header.dtype().descr() + " of shape " + header.shape() + "; name another raster with --raster");
    }

    private void findPlaces(Storage folder, String path, long rows, long firstRow, long endRow) throws IOException {
        long count = grids.header().rows();
        if (folder.stat(path).isEmpty()) {
            if (count > rows) {
                throw new NpyException("[" + grids.path() + "] Expected at most " + Shown.number(rows)
                        + " grids, as many as crops, but found " + Shown.number(count));
            }
            for (long row = firstRow; row < Math.min(endRow, count); row++) {
                places.put(row, List.of(row));
            }
            return;
        }
        try (SeekableByteChannel channel = folder.open(path)) {
            NpyReader reader = new NpyReader(path, channel);
            requireIntegers(path, reader.header(), count);
            ScalarType type = (ScalarType) reader.header().dtype();
            int size = Math.toIntExact(type.itemSize());
            ByteBuffer packed =
                    ByteBuffer.wrap(reader.packedData(MOST_ROWS_BYTES)).order(ByteOrder.LITTLE_ENDIAN);
            for (int place = 0; place < count; place++) {
                long row = PlainInteger.read(type, packed, place * size);
                if (row < 0 || row >= rows) {
                    throw new NpyException("[" + path + "] Expected rows from 0 to " + Shown.number(rows - 1)
                            + " at index " + Shown.number(place) + ", but found "
                            + (type.kind() == ScalarType.Kind.UINT ? Long.toUnsignedString(row) : Long.toString(row)));
                }
                if (row >= firstRow && row < endRow) {
                    places.computeIfAbsent(row, key -> new ArrayList<>()).add((long) place);
                }
            }
        }
    }

    private static void requireIntegers(String path, NpyHeader header, long count) throws NpyException {
        boolean integers = header.dtype() instanceof ScalarType type
                && (type.kind() == ScalarType.Kind.INT || type.kind() == ScalarType.Kind.UINT);
        if (!integers || !header.shape().equals(List.of(count))) {
            throw new NpyException("[" + path + "] Expected " + Shown.number(count)
                    + " integers, one a grid, but found " + header.dtype().descr() + " of shape " + header.shape());
        }
    }

    /** True if there is a grid for a row. */
    boolean has(long row) {
        return places.containsKey(row);
    }

    /** Compares a grid with the user's for that row; returns how many values are not near. */
    int check(long row, ByteBuffer found, GridsCheck check, @Nullable RowReader cache, Findings findings)
            throws IOException {
        int far = 0;
        for (long place : places.getOrDefault(row, List.of())) {
            ByteBuffer theirs = grids.row(place).slice().order(type.order());
            int size = check.spec().dtype().bytes();
            for (int value = 0; value < check.spec().gridSize(); value++) {
                double expected = number(theirs, value, (int) type.itemSize());
                double ours = number(found, found.position(), value, size);
                if (!against.near(expected, ours)) {
                    if (far++ == 0) {
                        findings.add(check.finding(row, value, pair(expected, ours), cache));
                    }
                }
            }
        }
        return far;
    }

    /** The user's first grid for a row. */
    float[] values(long row) throws IOException {
        long place = places.getOrDefault(row, List.of()).get(0);
        ByteBuffer theirs = grids.row(place).slice().order(type.order());
        float[] values = new float[Math.toIntExact(grids.header().rowElements())];
        for (int value = 0; value < values.length; value++) {
            values[value] = (float) number(theirs, value, (int) type.itemSize());
        }
        return values;
    }

    private static double number(ByteBuffer values, int index, int size) {
        return number(values, 0, index, size);
    }

    private static double number(ByteBuffer values, int at, int index, int size) {
        return switch (size) {
            case Short.BYTES -> PlainHalf.decode(values.getShort(at + index * size));
            case Float.BYTES -> values.getFloat(at + index * size);
            default -> values.getDouble(at + index * size);
        };
    }

    private ValuePair pair(double expected, double found) {
        boolean single = type.itemSize() < Double.BYTES;
        String theirs = single ? Float.toString((float) expected) : Double.toString(expected);
        boolean bothSingle = single && Double.isFinite(expected) && Double.isFinite(found);
        return new ValuePair(
                theirs, Float.toString((float) found), bothSingle ? ulps((float) expected, (float) found) : -1);
    }

    private static long ulps(float a, float b) {
        ByteBuffer both = ByteBuffer.allocate(2 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        both.putFloat(a).putFloat(b);
        return ValuePair.of(ScalarType.FLOAT32, both, 0, both, Float.BYTES).ulps();
    }

    @Override
    public void close() throws IOException {
        grids.close();
    }
}

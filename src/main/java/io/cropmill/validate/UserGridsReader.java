package io.cropmill.validate;

import io.cropmill.plain.PlainException;
import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainFile;
import io.cropmill.plain.PlainFolder;
import io.cropmill.plain.PlainHalf;
import io.cropmill.plain.PlainNumber;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One recording's grids of the user's own, and which rows they are for. For one thread. */
final class UserGridsReader implements Closeable {
    private static final int MOST_ROWS_BYTES = 1 << 30;
    private static final PlainField SINGLE = new PlainField("", "<f4", List.of());

    private final PlainFile grids;
    private final int size;
    private final UserGrids against;
    private final Map<Long, List<Long>> places = new HashMap<>();

    private UserGridsReader(PlainFile grids, UserGrids against) {
        this.grids = grids;
        this.size = grids.item().bytes();
        this.against = against;
    }

    /** Where the grids of a recording are. */
    static String gridsPath(String recording) {
        return recording + ".grids.npy";
    }

    /**
     * Opens the grids; null if there are none or none that can be used, which is a finding.
     *
     * @param rows rows of interest
     */
    static @Nullable UserGridsReader open(
            PlainFolder folder,
            String recording,
            RasterSpec spec,
            UserGrids against,
            SplitChecked.CheckedRows rows,
            Findings findings)
            throws IOException {
        String path = gridsPath(recording);
        FindingSubject subject = new FindingSubject("raster", recording, path);
        if (folder.length(path).isEmpty()) {
            findings.add(subject.finding(
                    Severity.WARNING,
                    "",
                    "",
                    "[" + path + "] Expected grids to compare raster " + spec.name() + " with, but found none"));
            return null;
        }
        try {
            PlainFile grids = PlainFile.open(folder, path);
            try {
                requireLike(grids, spec);
                UserGridsReader opened = new UserGridsReader(grids, against);
                opened.findPlaces(folder, recording + ".rows.npy", rows);
                grids.begin(0, grids.length(), PlainFile.PieceOrder.SCATTERED);
                return opened;
            } catch (IOException | RuntimeException e) {
                Closing.after(e, grids);
                throw e;
            }
        } catch (PlainException e) {
            findings.add(subject.failure(e));
            return null;
        }
    }

    private static void requireLike(PlainFile grids, RasterSpec spec) throws PlainException {
        List<Long> row = List.of((long) spec.channels().size(), (long) spec.height(), (long) spec.width());
        boolean sameRows = !grids.shape().isEmpty()
                && grids.shape().subList(1, grids.shape().size()).equals(row)
                && grids.hasWholeRows();
        PlainField item = grids.item();
        if (sameRows && item.parts().isEmpty() && item.kind() == 'f' && item.bytes() <= Double.BYTES) {
            return;
        }
        throw new PlainException("[" + grids.path() + "] Expected floats in C order of shape (n, " + row.get(0) + ", "
                + row.get(1) + ", " + row.get(2) + "), as raster " + spec.name() + " has them, but found "
                + grids.itemText() + " of shape " + grids.shape() + "; name another raster with --raster");
    }

    private void findPlaces(PlainFolder folder, String path, SplitChecked.CheckedRows rows) throws IOException {
        long count = grids.rows();
        if (folder.length(path).isEmpty()) {
            if (count > rows.all()) {
                throw new PlainException("[" + grids.path() + "] Expected at most " + Figures.count(rows.all())
                        + " grids, as many as crops, but found " + Figures.count(count));
            }
            for (long row = rows.first(); row < Math.min(rows.end(), count); row++) {
                places.put(row, List.of(row));
            }
            return;
        }
        try (PlainFile numbers = PlainFile.open(folder, path)) {
            requireIntegers(numbers, count);
            int bytes = numbers.item().bytes();
            boolean signed = numbers.item().kind() == 'i';
            ByteBuffer all = numbers.read(numbers.rowOffset(0), Math.toIntExact(count * bytes));
            for (int place = 0; place < count; place++) {
                long row = PlainNumber.integer(all.array(), place * bytes, bytes, signed, numbers.isSwapped());
                if (row < 0 || row >= rows.all()) {
                    throw new PlainException("[" + path + "] Expected rows from 0 to " + Figures.count(rows.all() - 1)
                            + " at index " + Figures.count(place) + ", but found "
                            + (signed ? Long.toString(row) : Long.toUnsignedString(row)));
                }
                if (row >= rows.first() && row < rows.end()) {
                    places.computeIfAbsent(row, key -> new ArrayList<>()).add((long) place);
                }
            }
        }
    }

    private static void requireIntegers(PlainFile numbers, long count) throws PlainException {
        PlainField item = numbers.item();
        boolean integers = item.parts().isEmpty() && (item.kind() == 'i' || item.kind() == 'u');
        if (!integers || !numbers.shape().equals(List.of(count)) || count > MOST_ROWS_BYTES / item.bytes()) {
            throw new PlainException("[" + numbers.path() + "] Expected " + Figures.count(count)
                    + " integers, one a grid, but found " + numbers.itemText() + " of shape " + numbers.shape());
        }
    }

    /** True if there is a grid for a row. */
    boolean has(long row) {
        return places.containsKey(row);
    }

    /** Compares a grid with the user's for that row; returns how many values are not near. */
    int check(long row, ByteBuffer found, GridsCheck check, @Nullable PlainFile cache, Findings findings)
            throws IOException {
        int far = 0;
        for (long place : places.getOrDefault(row, List.of())) {
            ByteBuffer theirs = ordered(grids.row(place).slice());
            int ownSize = check.spec().dtype().bytes();
            for (int value = 0; value < check.spec().gridSize(); value++) {
                double expected = number(theirs, value, size);
                double ours = number(found, found.position(), value, ownSize);
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
        ByteBuffer theirs = ordered(grids.row(place).slice());
        float[] values = new float[Math.toIntExact(grids.rowBytes() / size)];
        for (int value = 0; value < values.length; value++) {
            values[value] = (float) number(theirs, value, size);
        }
        return values;
    }

    private ByteBuffer ordered(ByteBuffer values) {
        return values.order(grids.isSwapped() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
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
        boolean single = size < Double.BYTES;
        String theirs = single ? Float.toString((float) expected) : Double.toString(expected);
        boolean bothSingle = single && Double.isFinite(expected) && Double.isFinite(found);
        return new ValuePair(
                theirs, Float.toString((float) found), bothSingle ? ulps((float) expected, (float) found) : -1);
    }

    private static long ulps(float a, float b) {
        ByteBuffer both = ByteBuffer.allocate(2 * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        both.putFloat(a).putFloat(b);
        return ValuePair.of(SINGLE, both, 0, both, Float.BYTES).ulps();
    }

    @Override
    public void close() throws IOException {
        grids.close();
    }
}

package io.cropmill.validate;

import io.cropmill.plain.ExpectedArray;
import io.cropmill.plain.PlainField;
import io.cropmill.plain.PlainFile;
import io.cropmill.raster.RasterSpec;
import io.cropmill.text.Figures;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Compares grids of one raster, (C, H, W) little-endian, and says where the first difference of a crop lies. */
final class GridsCheck {
    private final RasterSpec spec;
    private final PlainField cell;
    private final String recording;
    private final String file;
    private final Findings findings;

    /**
     * Prepares to compare.
     *
     * @param file path of the file that is at fault if grids differ
     */
    GridsCheck(RasterSpec spec, String recording, String file, Findings findings) {
        this.spec = spec;
        this.cell = ExpectedArray.cell(spec);
        this.recording = recording;
        this.file = file;
        this.findings = findings;
    }

    /**
     * Compares bit for bit.
     *
     * @param expected values from position to limit
     * @param found the same; a row of a cache, or a grid made from the pair
     * @param cache file of the found grid; null for a grid made from the pair
     * @return how many values differ
     */
    int check(long row, ByteBuffer expected, ByteBuffer found, @Nullable PlainFile cache) {
        int first = expected.mismatch(found);
        if (first < 0) {
            return 0;
        }
        int size = cell.bytes();
        int value = first / size;
        int expectedAt = expected.position() + value * size;
        int foundAt = found.position() + value * size;
        ValuePair values = ValuePair.of(cell, expected, expectedAt, found, foundAt);
        findings.add(finding(row, value, values, cache));
        int differing = 0;
        for (int i = value; i < spec.gridSize(); i++) {
            boolean equal = size == Float.BYTES
                    ? expected.getInt(expected.position() + i * size) == found.getInt(found.position() + i * size)
                    : expected.getShort(expected.position() + i * size) == found.getShort(found.position() + i * size);
            differing += equal ? 0 : 1;
        }
        return differing;
    }

    /** The finding that a value differs; values are counted in C order. */
    ValidationReport.Finding finding(long row, int value, ValuePair values, @Nullable PlainFile cache) {
        int plane = spec.height() * spec.width();
        String cellText = "(" + value % plane / spec.width() + ", " + value % spec.width() + ")";
        String channel = spec.name() + " " + spec.channels().get(value / plane);
        String where = cache == null
                ? ", made from the pair"
                : " at byte " + Figures.count(cache.rowOffset(row) + (long) value * cell.bytes());
        return new FindingSubject("raster", recording, row, file)
                .failure(
                        channel + " cell " + cellText,
                        channel + " of row " + Figures.count(row) + " in cell " + cellText + where,
                        values);
    }

    RasterSpec spec() {
        return spec;
    }
}

package io.cropmill.plain;

import java.io.IOException;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * How many points every list of padded Parquet files has room for, summed up footer by footer: lists that are all
 * equally long have the average length, which no count exceeds and some count is below. Ragged lists that do not exceed
 * their average are all equal to it. For one thread.
 */
final class ListCapacity {
    /** A list without values counts as one value. */
    private static final long LEAST = 2;

    private long capacity;
    private long fewest = Long.MAX_VALUE;
    private boolean isUnknown;

    /** Points that each list has room for; 0 if that is not known. */
    long points() {
        return isUnknown || fewest >= capacity ? 0 : capacity;
    }

    /**
     * Looks at the next file.
     *
     * @param count the column of counts
     * @param points the columns of point fields, as this file has them, and what one point of each is
     */
    void add(ParquetFooter footer, SourceColumn count, List<SourceColumn> points, List<PlainField> fields)
            throws IOException {
        for (int group = 0; group < footer.groups().size() && !isUnknown; group++) {
            long rows = footer.rows(group);
            if (rows == 0) {
                continue;
            }
            for (int field = 0; field < points.size(); field++) {
                PlainField type = fields.get(field);
                boolean isList = points.get(field).lists() > 0;
                long values = isList
                        ? footer.chunk(group, points.get(field).descriptor()).getNum_values()
                        : 0;
                long width = Math.max(1, type.bytes() / type.scalarBytes());
                add(values % (rows * width) == 0 ? values / (rows * width) : 0);
            }
            addCounts(footer.chunk(group, count.descriptor()));
        }
    }

    private void add(long found) {
        isUnknown |= found < LEAST || capacity > 0 && found != capacity;
        capacity = found;
    }

    private void addCounts(ColumnMetaData counts) {
        Statistics said = counts.getStatistics();
        if (said == null || !said.isSetMin_value() || !said.isSetMax_value()) {
            isUnknown = true;
            return;
        }
        long least = number(said.getMin_value());
        isUnknown |= least < 0 || number(said.getMax_value()) < least || number(said.getMax_value()) > capacity;
        fewest = Math.min(fewest, least);
    }

    /** Little-endian, of four or eight bytes; -1 for others. */
    private static long number(byte @Nullable [] bytes) {
        if (bytes == null || bytes.length != Integer.BYTES && bytes.length != Long.BYTES) {
            return -1;
        }
        long number = bytes[bytes.length - 1];
        for (int at = bytes.length - 2; at >= 0; at--) {
            number = (number << Byte.SIZE) | (bytes[at] & 0xff);
        }
        return number;
    }
}

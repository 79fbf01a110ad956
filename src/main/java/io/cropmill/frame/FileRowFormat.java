package io.cropmill.frame;

import io.cropmill.crop.RaggedLayout;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rows of a file are made of; many files share one.
 *
 * @param dtype as the header has it
 * @param trailing axes of the array but the first
 * @param scattered true where a row's bytes do not lie together
 * @param rowBytes of one row
 * @param fields that columns can be made from, in the file's order, or points before crop fields
 * @param counts the field that counts points; null where there are none
 * @param capacity points that a row reserves; the largest int for ragged rows
 * @param pair where a row's points are in the file of points; null for all but pairs
 */
record FileRowFormat(
        Dtype dtype,
        List<Long> trailing,
        boolean scattered,
        long rowBytes,
        List<SourceField> fields,
        RecordType.@Nullable Field counts,
        long capacity,
        @Nullable PairForm pair)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    FileRowFormat {
        trailing = List.copyOf(trailing);
        fields = List.copyOf(fields);
    }

    @Nullable
    SourceField field(String name) {
        return fields.stream()
                .filter(field -> field.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** What must be alike in all files of a load. */
    List<SourceField> packed() {
        return fields.stream().map(SourceField::packed).toList();
    }

    /** The type as messages name it. */
    String shown() {
        return dtype.descr() + (trailing.isEmpty() ? "" : " of shape (N, " + joined() + ")");
    }

    private String joined() {
        return String.join(", ", trailing.stream().map(String::valueOf).toList());
    }

    /**
     * A part of each row that a column can be made from.
     *
     * @param stored type as the file has it: of the value, or of one point
     * @param offset of the first byte in the row, or in the point record
     * @param place where its bytes are
     */
    record SourceField(String name, Dtype stored, long offset, FieldPosition place) implements Serializable {
        private static final long serialVersionUID = 1L;

        /** Where the bytes of a field are. */
        enum FieldPosition {
            /** A value in the row. */
            ROW,
            /** As many points in the row as the count says; what follows up to the capacity is not read. */
            PADDED_POINTS,
            /** A run of records in the file of points. */
            RAGGED_POINTS
        }

        boolean hasPoints() {
            return place != FieldPosition.ROW;
        }

        /** What must be alike in all files of a load: name, place and packed type. */
        SourceField packed() {
            return new SourceField(name, stored.packed(), 0, place);
        }
    }

    /**
     * How the two files of a pair fit together.
     *
     * @param layout of their records
     * @param points type of the points file, as its header has it
     * @param recordBytes of one point
     */
    record PairForm(RaggedLayout layout, Dtype points, long recordBytes) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}

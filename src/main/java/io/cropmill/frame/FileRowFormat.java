package io.cropmill.frame;

import io.cropmill.crop.ragged.RaggedLayout;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The format of a file's rows; many files share one.
 *
 * @param dtype type as the header has it
 * @param trailing axes of the array but the first
 * @param scattered true where a row's bytes do not lie together
 * @param rowBytes bytes of one row
 * @param fields fields that columns can be made from, in the file's order, or points before crop fields
 * @param counts the field that counts points; null where there are none
 * @param capacity points that a row reserves; the largest int for ragged rows
 * @param pair form of a pair's two files; null for all others
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

    /** The part that must be alike in all files of a load. */
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
     * @param offset offset of the first byte in the row, or in the point record
     * @param place place of its bytes
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
     * The form of a pair's two files.
     *
     * @param layout layout of their records
     * @param points type of the points file, as its header has it
     * @param recordBytes bytes of one point
     */
    record PairForm(RaggedLayout layout, Dtype points, long recordBytes) implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}

package io.cropmill.frame;

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
}

package io.cropmill.npy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A structured type: named fields at offsets, with or without padding between them.
 *
 * @param fields in offset order, padding left out
 * @param itemSize bytes of one record, padding included
 */
public record RecordType(List<Field> fields, long itemSize) implements Dtype {
    /**
     * A named part of a record.
     *
     * @param title NumPy's optional second name, ignored everywhere but in the header
     * @param offset of its first byte from the record's first byte
     */
    public record Field(String name, @Nullable String title, Dtype type, long offset) {}

    @Override
    public Dtype packed() {
        throw new UnsupportedOperationException("TODO npy room");
    }

    @Override
    public String descr() {
        throw new UnsupportedOperationException("TODO npy room");
    }
}

package io.cropmill.export;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.crop.PaddedRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** What the rows of an exported recording are made of. */
public sealed interface RowLayout extends Serializable {
    /** The row for a pair of these fields. */
    PaddedRow row(CropSchema schema);

    /** The source's own, byte orders and padding included. */
    record AsSource(PaddedRow source) implements RowLayout {
        @Override
        public PaddedRow row(CropSchema schema) {
            return source;
        }
    }

    /**
     * Point fields, count, crop fields, one after the other, little-endian and packed.
     *
     * @param capacity points that a row reserves, at least 1
     * @param countField name of the count, a 32-bit integer
     */
    record Plain(int capacity, String countField) implements RowLayout {
        public Plain {
            if (capacity < 1) {
                throw new IllegalArgumentException("--capacity must be at least 1 but was " + capacity);
            }
        }

        @Override
        public PaddedRow row(CropSchema schema) {
            RecordType.Builder row = new RecordType.Builder();
            for (CropField field : schema.pointFields()) {
                row.add(field.name(), padded(field.type()));
            }
            row.add(countField, ScalarType.INT32);
            for (CropField field : schema.cropFields()) {
                row.add(field.name(), field.type());
            }
            return new PaddedRow(
                    row.build(),
                    countField,
                    schema.pointFields().stream().map(CropField::name).toList());
        }

        private Dtype padded(Dtype point) {
            List<Long> shape = new ArrayList<>(List.of((long) capacity));
            if (point instanceof SubArrayType array) {
                shape.addAll(array.shape());
                return new SubArrayType(array.base(), shape);
            }
            return new SubArrayType(point, shape);
        }
    }
}

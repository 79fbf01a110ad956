package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The fields of a recording's crops, in output order. Types are packed and little-endian.
 *
 * @param pointFields one value a point; the type is that of one point, without the capacity axis
 * @param cropFields one value a crop
 */
public record CropSchema(List<CropField> pointFields, List<CropField> cropFields) implements Serializable {
    /** Names that the metadata file of a pair gives to its own columns, which no crop field may have. */
    public static final Set<String> OWN_COLUMNS = Set.of("point_start", "point_count", "source_point_count");

    /** A named value of a point or of a crop. */
    public record CropField(String name, Dtype type) implements Serializable {
        /** The crop field that a field of a source's record becomes. */
        public static CropField of(RecordType.Field field) {
            return new CropField(field.name(), field.type().packed());
        }
    }

    public CropSchema {
        pointFields = List.copyOf(pointFields);
        cropFields = List.copyOf(cropFields);
    }

    /** The packed record of one point: {@code [('xy','<f4',(2,)),('height','<f4')]}. */
    public RecordType pointType() {
        return record(pointFields);
    }

    /** A packed record of the given fields, one after the other. */
    public static RecordType record(List<CropField> fields) {
        List<RecordType.Field> placed = new ArrayList<>();
        long offset = 0;
        for (CropField field : fields) {
            placed.add(new RecordType.Field(field.name(), null, field.type(), offset));
            offset = Math.addExact(offset, field.type().itemSize());
        }
        return new RecordType(placed, offset);
    }
}

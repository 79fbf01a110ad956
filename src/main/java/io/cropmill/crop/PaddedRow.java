package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The record that a padded recording has for each crop, as its file has it: padding, byte orders and titles included.
 * With the pair it is enough to write the recording again.
 *
 * @param type record of one row
 * @param countField name of the field that counts the real points
 * @param pointFields names of the point fields in output order; they share their leading axis, the capacity
 */
public record PaddedRow(RecordType type, String countField, List<String> pointFields) implements Serializable {
    /** Refuses fields that are not there, a count that is no integer, and point fields of different capacities. */
    public PaddedRow {
        pointFields = List.copyOf(pointFields);
        require(!pointFields.isEmpty(), "point fields must not be none");
        require(
                field(type, countField).type() instanceof ScalarType count && count.isWhole(),
                "count field '" + countField + "' must be one integer");
        require(
                new HashSet<>(pointFields).size() == pointFields.size() && !pointFields.contains(countField),
                "point fields must differ from each other and from the count field but were " + pointFields);
        long capacity = capacity(field(type, pointFields.get(0)));
        for (String name : pointFields) {
            require(capacity >= 1, "point field '" + name + "' must have a capacity axis");
            require(
                    capacity(field(type, name)) == capacity,
                    "point field '" + name + "' must have an axis of " + capacity + " points");
        }
    }

    /** Points that a row reserves. */
    public long capacity() {
        return capacity(field(type, pointFields.get(0)));
    }

    /** The field that counts the real points. */
    public Field count() {
        return field(type, countField);
    }

    /** The point fields in output order. */
    public List<Field> points() {
        return pointFields.stream().map(name -> field(type, name)).toList();
    }

    /** All other fields but the count, in row order. */
    public List<Field> crops() {
        List<Field> crops = new ArrayList<>(type.fields());
        crops.remove(count());
        crops.removeAll(points());
        return crops;
    }

    /** What readers of such rows give. */
    public CropSchema schema() {
        return new CropSchema(
                points().stream()
                        .map(field -> new CropSchema.CropField(
                                field.name(), onePoint(field).packed()))
                        .toList(),
                crops().stream().map(CropSchema.CropField::of).toList());
    }

    /** The type of one point of a point field as the file has it: the capacity axis removed. */
    public static Dtype onePoint(Field field) {
        return ((SubArrayType) field.type()).withoutFirstAxis();
    }

    private static Field field(RecordType type, String name) {
        return type.field(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "field '" + name + "' must be one of the row's but those are " + type.descr()));
    }

    private static long capacity(Field field) {
        return field.type() instanceof SubArrayType array ? array.shape().get(0) : -1;
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
    }
}

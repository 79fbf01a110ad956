package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the settings say about the fields of a source.
 *
 * @param countField name of the field that holds a crop's point count
 * @param pointFields point fields in output order; empty to find them by the rule of padded records
 * @param needed fields that the rasters read, which must be among the point fields
 * @param skipFields crop fields that are left out
 * @param counts source of the point counts of plain arrays
 */
public record FieldChoice(
        String countField,
        List<PointFieldName> pointFields,
        List<String> needed,
        List<String> skipFields,
        CountsFrom counts)
        implements Serializable {
    public FieldChoice {
        pointFields = List.copyOf(pointFields);
        needed = List.copyOf(needed);
        skipFields = List.copyOf(skipFields);
    }

    /** A choice that leaves nothing out, with counts in files. */
    public FieldChoice(String countField, List<PointFieldName> pointFields, List<String> needed) {
        this(countField, pointFields, needed, List.of(), CountsFrom.FILE);
    }

    /** Point fields of values that stand side by side in a plain array, by name and width. */
    public List<CropSchema.CropField> values(String file, ScalarType type, long count) throws CropException {
        FieldChecks.requireNamed(file, pointFields, "a plain array");
        List<CropSchema.CropField> fields = new ArrayList<>();
        long named = 0;
        for (PointFieldName name : pointFields) {
            long width = name.saysWidth() ? name.width() : 1;
            Dtype packed = type.packed();
            fields.add(new CropSchema.CropField(
                    name.name(), width == 1 ? packed : new SubArrayType(packed, List.of(width))));
            named += width;
        }
        if (named != count) {
            throw new UnclearFieldsException("[" + file + "] Expected source.point-fields to name the " + count
                    + " values of a point, as in [\"xy:2\", \"height\", \"intensity\"], but found " + named + " in "
                    + pointFields);
        }
        return fields;
    }

    /** The same where rasters read these fields of points. */
    public FieldChoice needing(List<String> fields) {
        return new FieldChoice(countField, pointFields, fields, skipFields, counts);
    }
}

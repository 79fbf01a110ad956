package io.cropmill.crop;

import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.util.ArrayList;
import java.util.List;

/**
 * A plain (crops, capacity, values) array whose values are named: {@code ["xy:2", "height"]} are three values a point.
 *
 * @param type of one value, as stored
 */
record PlainLayout(CropSchema schema, ScalarType type, long capacity, long rowBytes, long pointBytes) {
    static PlainLayout of(String file, NpyHeader header, FieldChoice choice) throws CropException {
        ScalarType type = (ScalarType) header.dtype();
        if (type.itemSize() == 0) {
            throw new CropException("[" + file + "] Expected values of at least one byte, but found " + type.descr());
        }
        long values = header.shape().get(2);
        List<CropSchema.CropField> fields = named(file, type, values, choice);
        FieldChecks.requireNeeded(
                file, fields.stream().map(CropSchema.CropField::name).toList(), choice.needed());
        long pointBytes = Math.multiplyExact(values, type.itemSize());
        return new PlainLayout(
                new CropSchema(fields, List.of()), type, header.shape().get(1), header.rowBytes(), pointBytes);
    }

    /** Point fields of values that stand side by side, by name and width. */
    static List<CropSchema.CropField> named(String file, ScalarType type, long values, FieldChoice choice)
            throws CropException {
        FieldChecks.requireNamed(file, choice.pointFields(), "a plain array");
        List<CropSchema.CropField> fields = new ArrayList<>();
        long named = 0;
        for (PointFieldName name : choice.pointFields()) {
            long width = name.saysWidth() ? name.width() : 1;
            Dtype packed = type.packed();
            fields.add(new CropSchema.CropField(
                    name.name(), width == 1 ? packed : new SubArrayType(packed, List.of(width))));
            named += width;
        }
        if (named != values) {
            throw new UnclearFieldsException("[" + file + "] Expected source.point-fields to name the " + values
                    + " values of a point, as in [\"xy:2\", \"height\", \"intensity\"], but found " + named + " in "
                    + choice.pointFields());
        }
        return fields;
    }
}

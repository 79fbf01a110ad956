package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChecks;
import io.cropmill.crop.FieldChoice;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.ScalarType;
import java.util.List;

/**
 * A plain (crops, capacity, values) array whose values are named: {@code ["xy:2", "height"]} are three values a point.
 *
 * @param type type of one value, as stored
 */
record PlainLayout(CropSchema schema, ScalarType type, long capacity, long rowBytes, long pointBytes) {
    static PlainLayout of(String file, NpyHeader header, FieldChoice choice) throws CropException {
        ScalarType type = (ScalarType) header.dtype();
        if (type.itemSize() == 0) {
            throw new CropException("[" + file + "] Expected values of at least one byte, but found " + type.descr());
        }
        long values = header.shape().get(2);
        List<CropSchema.CropField> fields = choice.values(file, type, values);
        FieldChecks.requireNeeded(
                file, fields.stream().map(CropSchema.CropField::name).toList(), choice.needed());
        long pointBytes = Math.multiplyExact(values, type.itemSize());
        return new PlainLayout(
                new CropSchema(fields, List.of()), type, header.shape().get(1), header.rowBytes(), pointBytes);
    }
}

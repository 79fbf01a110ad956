package io.cropmill.ragged;

import io.cropmill.crop.CropSchema;
import io.cropmill.crop.CropSchema.CropField;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.dataset.manifest.Recipe.PointsLayout;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.raster.RasterSpec;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Types of the arrays that a recording turns into. */
public final class RaggedTypes {
    private RaggedTypes() {}

    /**
     * The packed record of a crop's metadata: {@code point_start <i8}, {@code point_count <i4},
     * {@code source_point_count <i4}, then the crop fields.
     */
    public static RecordType metadata(CropSchema schema) {
        List<CropField> fields = new ArrayList<>();
        fields.add(new CropField("point_start", integer(Long.BYTES)));
        fields.add(new CropField("point_count", integer(Integer.BYTES)));
        fields.add(new CropField("source_point_count", integer(Integer.BYTES)));
        fields.addAll(schema.cropFields());
        return CropSchema.record(fields);
    }

    /** Element type of the points file. */
    public static Dtype points(String file, CropSchema schema, PointsLayout layout) throws UnclearFieldsException {
        return switch (layout) {
            case STRUCTURED -> schema.pointType();
            case PLAIN -> common(file, schema);
        };
    }

    /** Shape of the points file for a number of points. */
    public static List<Long> pointsShape(CropSchema schema, Dtype element, long points) {
        return element instanceof RecordType
                ? List.of(points)
                : List.of(points, schema.pointType().itemSize() / element.itemSize());
    }

    /** Element type of a raster cache. */
    public static ScalarType cell(RasterSpec raster) {
        return new ScalarType(
                ScalarType.ScalarKind.FLOAT,
                ByteOrder.LITTLE_ENDIAN,
                raster.dtype().bytes(),
                "");
    }

    /** Shape of a raster cache, (N, C, H, W). */
    public static List<Long> cacheShape(RasterSpec raster, long crops) {
        return List.of(crops, (long) raster.channels().size(), (long) raster.height(), (long) raster.width());
    }

    private static Dtype common(String file, CropSchema schema) throws UnclearFieldsException {
        Set<Dtype> types = new LinkedHashSet<>();
        for (CropField field : schema.pointFields()) {
            types.add(field.type() instanceof SubArrayType array ? array.base() : field.type());
        }
        if (types.size() != 1 || !(types.iterator().next() instanceof ScalarType one)) {
            throw new UnclearFieldsException(
                    "[" + file + "] Expected one type for all point fields, as points.layout = plain"
                            + " needs, but found " + schema.pointType().descr() + "; use points.layout = structured");
        }
        return one;
    }

    private static ScalarType integer(int bytes) {
        return new ScalarType(ScalarType.ScalarKind.INT, ByteOrder.LITTLE_ENDIAN, bytes, "");
    }
}

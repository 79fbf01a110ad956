package io.cropmill.crop.ragged;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChecks;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Where the fields of a ragged pair lie in its records.
 *
 * @param start first point of a crop
 * @param held points that the pair holds of a crop
 * @param source points that the crop had before it was cut to a cap
 * @param crops crop fields in order
 * @param points fields of a point record in output order
 */
public record RaggedLayout(
        CropSchema schema, Field start, Field held, Field source, List<Field> crops, List<Field> points)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public RaggedLayout {
        crops = List.copyOf(crops);
        points = List.copyOf(points);
    }

    /** Of the headers of both files, which are refused where they are none of a pair. */
    public static RaggedLayout of(
            String file, NpyHeader metadata, String pointsFile, NpyHeader points, FieldChoice choice)
            throws CropException {
        if (!(metadata.dtype() instanceof RecordType record) || metadata.shape().size() != 1) {
            throw new CropException("[" + file + "] Expected a 1-D array of records (one row per crop) beside "
                    + pointsFile + ", but found " + metadata.dtype().descr() + " of shape " + metadata.shape());
        }
        List<Field> crops = new ArrayList<>(record.fields());
        Field start = taken(file, record, crops, "point_start");
        Field held = taken(file, record, crops, "point_count");
        Field source = taken(file, record, crops, "source_point_count");
        crops.removeIf(field -> choice.skipFields().contains(field.name()));
        List<Field> stored = pointFields(pointsFile, points, choice);
        FieldChecks.requireNotSkipped(
                pointsFile, stored.stream().map(Field::name).toList(), choice.skipFields());
        FieldChecks.requireNeeded(pointsFile, stored.stream().map(Field::name).toList(), choice.needed());
        return new RaggedLayout(
                new CropSchema(
                        stored.stream().map(CropSchema.CropField::of).toList(),
                        crops.stream().map(CropSchema.CropField::of).toList()),
                start,
                held,
                source,
                crops,
                stored);
    }

    /** Fields of both files that are neither counts, nor taken for points or crop fields. */
    List<LeftOutField> leftOut(NpyHeader metadata, NpyHeader pointsHeader) {
        List<Field> all = new ArrayList<>(((RecordType) metadata.dtype()).fields());
        all.removeAll(List.of(start, held, source));
        all.removeAll(crops);
        if (pointsHeader.dtype() instanceof RecordType record) {
            all.addAll(record.fields());
            all.removeAll(points);
        }
        return all.stream()
                .map(field -> new LeftOutField(field.name(), field.type().descr()))
                .toList();
    }

    private static Field taken(String file, RecordType record, List<Field> fields, String name) throws CropException {
        Field found = record.field(name).orElse(null);
        if (found == null || !(found.type() instanceof ScalarType type) || !type.isWhole()) {
            throw new CropException("[" + file + "] Expected the metadata of a ragged pair with a whole number '" + name
                    + "', but found " + (found == null ? "none" : found.type().descr()));
        }
        fields.remove(found);
        return found;
    }

    private static List<Field> pointFields(String file, NpyHeader points, FieldChoice choice) throws CropException {
        if (points.dtype() instanceof RecordType record && points.shape().size() == 1) {
            return choice.pointFields().isEmpty() ? record.fields() : named(file, record, choice.pointFields());
        }
        if (points.dtype() instanceof ScalarType type && points.shape().size() == 2) {
            List<Field> fields = new ArrayList<>();
            long offset = 0;
            for (CropSchema.CropField field :
                    choice.values(file, type, points.shape().get(1))) {
                Dtype stored = field.type().withEntry(type);
                fields.add(new Field(field.name(), null, stored, offset));
                offset += stored.itemSize();
            }
            return fields;
        }
        throw new CropException(
                "[" + file + "] Expected a 1-D array of point records or a 2-D array of points, but found "
                        + points.dtype().descr() + " of shape " + points.shape());
    }

    private static List<Field> named(String file, RecordType record, List<PointFieldName> names) throws CropException {
        List<Field> fields = new ArrayList<>();
        for (PointFieldName name : names) {
            Field found = record.field(name.name()).orElse(null);
            boolean wide = found != null && name.saysWidth() && found.type().entries() != name.width();
            if (found != null && !wide) {
                fields.add(found);
            }
        }
        if (!new HashSet<>(fields).equals(new HashSet<>(record.fields()))) {
            throw new UnclearFieldsException("[" + file + "] Expected source.point-fields to name all fields of "
                    + record.descr() + ", but found " + names + "; leave it empty to take them as they are");
        }
        return fields;
    }
}

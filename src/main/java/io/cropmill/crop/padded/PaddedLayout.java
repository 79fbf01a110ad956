package io.cropmill.crop.padded;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChecks;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.PaddedRow;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.RecordType.Field;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.text.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * Which fields of a padded record are points, which belong to the crop, and where they lie in a row.
 *
 * <p>The rule: point fields are those whose leading sub-array axis is the longest found, the capacity. Another field
 * whose leading axis is over 16 and shorter makes that unclear, as does a field that a raster reads and that is not among
 * them; then the settings must name the point fields.
 *
 * @param rowBytes bytes of a row, padding included
 * @param capacity points that a row reserves
 * @param count the field that holds the point count
 * @param points source fields in output order, each of {@code capacity} items
 * @param crops source fields in source order
 */
public record PaddedLayout(
        CropSchema schema, long rowBytes, long capacity, Field count, List<Field> points, List<Field> crops) {
    /** A leading axis up to this long is a vector of a crop (a matrix, a box), not a run of points. */
    private static final long LONGEST_PLAIN_AXIS = 16;

    /**
     * Finds out which fields of a file are which.
     *
     * @param file name of the file, for messages
     */
    public static PaddedLayout of(String file, NpyHeader header, FieldChoice choice) throws CropException {
        if (!(header.dtype() instanceof RecordType stored) || header.shape().size() != 1) {
            throw new CropException("[" + file + "] Expected a 1-D array of records (one row per crop), but found "
                    + header.dtype().descr() + " of shape " + header.shape());
        }
        RecordType record = stored.named();
        Field count = countField(file, record, choice.countField());
        List<Field> points = choice.pointFields().isEmpty()
                ? longest(file, record, count)
                : named(file, record, count, choice.pointFields());
        FieldChecks.requireNotSkipped(file, names(points), choice.skipFields());
        FieldChecks.requireNeeded(file, names(points), choice.needed());
        requireBytes(file, points);
        List<Field> crops = new ArrayList<>(record.fields());
        crops.removeAll(points);
        crops.remove(count);
        crops.removeIf(field -> choice.skipFields().contains(field.name()));
        FieldChecks.requireUnreserved(file, names(crops));
        CropSchema schema = new CropSchema(
                points.stream().map(PaddedLayout::perPoint).toList(),
                crops.stream().map(CropSchema.CropField::of).toList());
        return new PaddedLayout(schema, record.itemSize(), leadingAxis(points.get(0)), count, points, crops);
    }

    /** Fields of the source's record that are neither points, nor their count, nor taken for crop fields. */
    List<LeftOutField> leftOut(RecordType stored) {
        return stored.named().fields().stream()
                .filter(field -> !field.equals(count) && !points.contains(field) && !crops.contains(field))
                .map(field -> new LeftOutField(field.name(), field.type().descr()))
                .toList();
    }

    private static Field countField(String file, RecordType record, String name) throws CropException {
        Field found = record.field(name).orElse(null);
        if (found == null) {
            throw new UnclearFieldsException("[" + file + "] Expected a count field '" + name + "', but found fields "
                    + names(record.fields()) + Suggestion.hint(name, names(record.fields()))
                    + "; name it with source.count-field");
        }
        if (!(found.type() instanceof ScalarType type) || !type.isWhole()) {
            throw new UnclearFieldsException("[" + file + "] Expected count field '" + name
                    + "' to be one integer, but found " + found.type().descr()
                    + "; name the count with source.count-field");
        }
        return found;
    }

    private static List<Field> longest(String file, RecordType record, Field count) throws CropException {
        long capacity = record.fields().stream()
                .mapToLong(PaddedLayout::leadingAxis)
                .max()
                .orElse(0);
        List<Field> unclear = record.fields().stream()
                .filter(field -> leadingAxis(field) > LONGEST_PLAIN_AXIS && leadingAxis(field) < capacity)
                .toList();
        if (capacity <= 0) {
            throw new UnclearFieldsException(
                    "[" + file + "] Expected point fields with a capacity axis, but found only "
                            + names(record.fields()) + "; name the point fields with source.point-fields");
        }
        if (!unclear.isEmpty()) {
            throw new UnclearFieldsException("[" + file + "] Expected one long axis, the capacity, but found "
                    + capacity + " and also " + axes(unclear)
                    + "; name the point fields with source.point-fields");
        }
        return record.fields().stream()
                .filter(field -> !field.equals(count) && leadingAxis(field) == capacity)
                .toList();
    }

    private static List<Field> named(String file, RecordType record, Field count, List<PointFieldName> names)
            throws CropException {
        List<Field> points = new ArrayList<>();
        for (PointFieldName name : names) {
            Field found = record.field(name.name()).orElse(null);
            if (found == null || found.equals(count) || leadingAxis(found) < 1) {
                throw new UnclearFieldsException("[" + file + "] Expected point field '" + name.name()
                        + "' with a capacity axis, but found "
                        + (found == null
                                ? "fields " + names(record.fields())
                                        + Suggestion.hint(name.name(), names(record.fields()))
                                : found.type().descr()));
            }
            long width = perPoint(found).type().entries();
            if (name.saysWidth() && name.width() != width) {
                throw new UnclearFieldsException("[" + file + "] Expected point field '" + name.name() + "' with "
                        + name.width() + " values a point, but found " + width);
            }
            points.add(found);
        }
        if (points.stream().mapToLong(PaddedLayout::leadingAxis).distinct().count() != 1
                || new HashSet<>(points).size() != points.size()) {
            throw new UnclearFieldsException("[" + file + "] Expected point fields of one length, each named once, but"
                    + " found " + axes(points));
        }
        return List.copyOf(points);
    }

    private static void requireBytes(String file, List<Field> points) throws CropException {
        for (Field field : points) {
            if (field.type().itemSize() == 0) {
                throw new CropException("[" + file + "] Expected at least one byte a point in field '" + field.name()
                        + "', but found " + field.type().descr());
            }
        }
    }

    private static CropSchema.CropField perPoint(Field field) {
        return new CropSchema.CropField(field.name(), PaddedRow.onePoint(field).packed());
    }

    private static long leadingAxis(Field field) {
        return field.type() instanceof SubArrayType array ? array.shape().get(0) : -1;
    }

    private static List<String> names(List<Field> fields) {
        return fields.stream().map(Field::name).toList();
    }

    private static String axes(List<Field> fields) {
        return String.join(
                ", ",
                fields.stream()
                        .map(field -> "'" + field.name() + "' of length " + leadingAxis(field))
                        .toList());
    }
}

package io.cropmill.plain;

import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.plain.StoredType.StoredField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of a padded record are what. Point fields are those that the settings name, or else those whose first axis
 * is the longest there is, the capacity; everything else, but the count, belongs to the crop.
 *
 * @param points point fields, each of {@code capacity} values
 */
record PaddedFields(int capacity, StoredField count, List<StoredField> points, List<StoredField> crops) {
    private static final int LONGEST_VECTOR_OF_A_CROP = 16;
    private static final Set<String> NAMES_OF_THE_METADATA = Set.of("point_start", "point_count", "source_point_count");

    static PaddedFields of(String file, StoredType record, FieldChoice choice) throws PlainException {
        List<StoredField> parts = record.parts() == null ? List.of() : record.parts();
        StoredField count = find(parts, choice.countField());
        if (count == null || !count.type().isInteger()) {
            throw refused(file, "a count field '" + choice.countField() + "' of one integer", parts);
        }
        List<StoredField> points =
                choice.pointFields().isEmpty() ? longest(file, parts) : named(file, parts, count, choice.pointFields());
        requireFields(file, points, choice);
        List<StoredField> crops = new ArrayList<>();
        for (StoredField part : parts) {
            if (part != count && !points.contains(part) && !choice.skipFields().contains(part.name())) {
                requireFree(file, part.name());
                crops.add(part);
            }
        }
        return new PaddedFields(firstAxis(points.get(0)), count, points, crops);
    }

    private static List<StoredField> longest(String file, List<StoredField> parts) throws PlainException {
        int capacity = parts.stream().mapToInt(PaddedFields::firstAxis).max().orElse(0);
        boolean unclear = parts.stream()
                .mapToInt(PaddedFields::firstAxis)
                .anyMatch(axis -> axis > LONGEST_VECTOR_OF_A_CROP && axis < capacity);
        if (capacity <= 0 || unclear) {
            throw refused(file, "one long axis, the capacity, of the point fields", parts);
        }
        return parts.stream().filter(part -> firstAxis(part) == capacity).toList();
    }

    private static List<StoredField> named(
            String file, List<StoredField> parts, StoredField count, List<PointFieldName> names) throws PlainException {
        List<StoredField> points = new ArrayList<>();
        for (PointFieldName name : names) {
            StoredField found = find(parts, name.name());
            if (found == null || found == count || firstAxis(found) < 1) {
                throw refused(file, "point field '" + name.name() + "' with a capacity axis", parts);
            }
            long width = found.type().withoutFirstAxis().count();
            if (name.saysWidth() && name.width() != width) {
                throw refused(
                        file, "point field '" + name.name() + "' with " + name.width() + " values a point", parts);
            }
            points.add(found);
        }
        boolean alike =
                points.stream().mapToInt(PaddedFields::firstAxis).distinct().count() == 1;
        if (!alike || new HashSet<>(points).size() != points.size()) {
            throw refused(file, "point fields of one length, each named once", parts);
        }
        return points;
    }

    /** What is true of the points of every kind of source. */
    private static void requireFields(String file, List<StoredField> points, FieldChoice choice) throws PlainException {
        List<String> names = points.stream().map(StoredField::name).toList();
        requireNames(file, names, choice);
        for (StoredField point : points) {
            if (point.type().bytes() == 0) {
                throw refused(file, "at least one byte a point in field '" + point.name() + "'", points);
            }
        }
    }

    /** Point fields that a raster reads are there, and none of them is to be left out. */
    static void requireNames(String file, List<String> names, FieldChoice choice) throws PlainException {
        boolean isLeftOut = names.stream().anyMatch(choice.skipFields()::contains);
        if (!names.containsAll(choice.needed()) || isLeftOut) {
            throw new PlainException("[" + file + "] Expected point fields with " + choice.needed() + " and without "
                    + choice.skipFields() + ", but found " + names + "; name them with source.point-fields");
        }
    }

    /** The metadata file has three columns of its own. */
    static void requireFree(String file, String cropField) throws PlainException {
        if (NAMES_OF_THE_METADATA.contains(cropField)) {
            throw new PlainException("[" + file + "] Expected no crop field named '" + cropField
                    + "', which the metadata file writes itself, but found one; rename it in the source");
        }
    }

    private static PlainException refused(String file, String expected, List<StoredField> parts) {
        return new PlainException("[" + file + "] Expected " + expected + ", but found "
                + parts.stream()
                        .map(part -> part.name() + " " + part.type().shown())
                        .toList()
                + "; name fields with source.count-field and source.point-fields");
    }

    static @Nullable StoredField find(List<StoredField> parts, String name) {
        return parts.stream()
                .filter(part -> part.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static int firstAxis(StoredField part) {
        return part.type().shape().isEmpty() ? -1 : part.type().shape().get(0);
    }

    List<PlainField> pointFields() {
        return points.stream()
                .map(part -> part.type().withoutFirstAxis().field(part.name()))
                .toList();
    }

    List<PlainField> cropFields() {
        return crops.stream().map(part -> part.type().field(part.name())).toList();
    }
}

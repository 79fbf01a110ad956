package io.cropmill.crop;

import io.cropmill.text.Suggestion;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that the fields of every source share. */
public final class FieldChecks {
    private FieldChecks() {}

    /** Points are never left out, so a point field that is to be is a slip. */
    public static void requireNotSkipped(String file, List<String> points, List<String> skipped) throws CropException {
        for (String field : points) {
            if (skipped.contains(field)) {
                throw new UnclearFieldsException("[" + file
                        + "] Expected crop fields in source.skip-fields, but found '"
                        + field + "', which is a point field; leave it out of source.skip-fields, or name the fields"
                        + " of the points that are wanted with source.point-fields");
            }
        }
    }

    /** Refuses a source whose point fields lack one that a raster reads. */
    public static void requireNeeded(String file, List<String> points, List<String> needed) throws CropException {
        for (String field : needed) {
            if (!points.contains(field)) {
                throw new UnclearFieldsException("[" + file + "] Expected point field '" + field
                        + "', which a raster reads, but found point fields " + points + Suggestion.hint(field, points)
                        + "; name the point fields with source.point-fields, or the raster's with rasters.<name>");
            }
        }
    }

    /** Refuses crop fields that the metadata file has columns of its own for. */
    public static void requireUnreserved(String file, List<String> crops) throws CropException {
        for (String field : crops) {
            if (CropSchema.OWN_COLUMNS.contains(field)) {
                throw new CropException("[" + file + "] Expected no crop field named '" + field
                        + "', which the metadata file writes itself, but found one; rename it in the source");
            }
        }
    }

    /** Refuses crop fields without a name, which NumPy would give one of its own, and those of one name. */
    public static void requireNames(String file, List<String> crops) throws CropException {
        Set<String> found = new HashSet<>();
        for (String field : crops) {
            if (field.isEmpty()) {
                throw new CropException(
                        "[" + file + "] Expected a name for every column, but found one without; give it"
                                + " a name in the source, or leave it out with source.skip-fields = [\"\"]");
            }
            if (!found.add(field)) {
                throw new CropException("[" + file + "] Expected crop fields of different names, but found '" + field
                        + "' as a column and as a folder; leave the column out with source.skip-fields = [\"" + field
                        + "\"], or rename the folder");
            }
        }
    }

    /** Refuses a source without named point fields; {@code example} is of that source. */
    public static void requireNamed(String file, List<PointFieldName> named, String what) throws CropException {
        if (named.isEmpty()) {
            throw new UnclearFieldsException("[" + file + "] Expected source.point-fields to name the point fields of "
                    + what + ", as in [\"xy:2\", \"height\", \"intensity\"], but found none");
        }
    }
}

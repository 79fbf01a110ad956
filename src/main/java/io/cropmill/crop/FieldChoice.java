package io.cropmill.crop;

import java.io.Serializable;
import java.util.List;

/**
 * What the settings say about the fields of a source.
 *
 * @param countField name of the field that holds a crop's point count
 * @param pointFields in output order; empty to tell them by the rule of {@link PaddedLayout}
 * @param needed fields that the rasters read, which must be among the point fields
 * @param skipFields crop fields that are left out
 * @param counts where plain arrays have their point counts
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

    /** The same where rasters read these fields of points. */
    public FieldChoice needing(List<String> fields) {
        return new FieldChoice(countField, pointFields, fields, skipFields, counts);
    }
}

package io.cropmill.crop;

import java.io.Serializable;
import java.util.List;

/**
 * What the settings say about the fields of a source.
 *
 * @param countField name of the field that holds a crop's point count
 * @param pointFields in output order; empty to tell them by the rule of {@link PaddedLayout}
 * @param needed fields that the rasters read, which must be among the point fields
 */
public record FieldChoice(String countField, List<PointFieldName> pointFields, List<String> needed)
        implements Serializable {
    public FieldChoice {
        pointFields = List.copyOf(pointFields);
        needed = List.copyOf(needed);
    }
}

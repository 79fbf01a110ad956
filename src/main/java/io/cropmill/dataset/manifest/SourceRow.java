package io.cropmill.dataset.manifest;

import java.io.Serializable;
import java.util.List;

/**
 * What a row of a padded source was made of: all that the pair does not tell of it.
 *
 * @param descr of the record, as NumPy's header has it, with padding, byte orders and titles
 * @param countField that counts the real points
 * @param pointFields in output order
 */
public record SourceRow(String descr, String countField, List<String> pointFields) implements Serializable {
    public SourceRow {
        pointFields = List.copyOf(pointFields);
        Checks.that(!pointFields.isEmpty(), "source.row.point_fields must not be empty");
    }
}

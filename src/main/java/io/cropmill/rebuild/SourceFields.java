package io.cropmill.rebuild;

import io.cropmill.config.Settings;
import io.cropmill.crop.FieldChoice;
import java.util.List;

/** The settings' say about the fields of a source. */
public final class SourceFields {
    private SourceFields() {}

    /** As readers take it; {@code needed} are the point fields that rasters read. */
    public static FieldChoice of(Settings.SourceSettings source, List<String> needed) {
        return new FieldChoice(source.countField(), source.pointFields(), needed, source.skipFields(), source.counts());
    }
}

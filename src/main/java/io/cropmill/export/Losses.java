package io.cropmill.export;

import io.cropmill.config.SettingsLoader;
import io.cropmill.dataset.BuildRecipe;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a dataset itself knows of what its pairs do not hold of their sources, be those there or not. */
public final class Losses {
    private static final int BATCH_ROWS = 4096;
    private static final String SKIP_FIELDS = "skip-fields";

    private final @Nullable String setting;
    private final Set<String> skipped;

    /** Of a version with this recipe. */
    Losses(BuildRecipe recipe) {
        setting = recipe.fields().get(SKIP_FIELDS);
        skipped = setting == null ? Set.of() : skipped(setting);
    }

    /** As the setting was read that the recipe notes; others, which a later release may have, are not looked at. */
    private static Set<String> skipped(String setting) {
        List<String> source = List.of("source." + SKIP_FIELDS + "=" + setting);
        return Set.copyOf(
                SettingsLoader.load(Optional.empty(), source).source().fields().skipFields());
    }

    /** The points that the cap cut from a recording, counted in its pair's metadata. */
    public static Loss ofCap(Storage dataset, RecordingEntry entry) throws IOException {
        if (entry.overCap() == 0) {
            return Loss.of(entry.points(), entry.points(), List.of());
        }
        long source = 0;
        long kept = 0;
        try (MetadataRows rows =
                MetadataRows.open(dataset, entry.files().metadata().path())) {
            for (long row = 0; row < rows.total(); row += BATCH_ROWS) {
                int batch = (int) Math.min(BATCH_ROWS, rows.total() - row);
                rows.read(row, batch);
                for (int place = 0; place < batch; place++) {
                    source = Math.addExact(source, rows.sourceCount(place));
                    kept = Math.addExact(kept, rows.count(place));
                }
            }
        }
        return Loss.of(source, kept, List.of());
    }

    /**
     * Fields of a recording's source that its pair does not hold: of a padded source each with its type, of others the
     * setting that leaves them out, as the manifest has it.
     */
    List<String> leftOut(RecordingEntry entry) {
        if (setting == null) {
            return List.of();
        }
        SourceRow row = entry.source().row();
        if (row == null || !(parsed(row.descr()) instanceof RecordType record)) {
            return List.of(setting);
        }
        return ((RecordType) record.packed())
                .fields().stream()
                        .filter(field -> skipped.contains(field.name()))
                        .map(field -> field.name() + " (" + field.type().descr() + ")")
                        .toList();
    }

    private static @Nullable Dtype parsed(String descr) {
        try {
            return Dtype.parse(descr);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}

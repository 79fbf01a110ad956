package io.cropmill.export;

import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Contents of sources that pairs do not hold, as the dataset itself knows them, without the sources. */
public final class Losses {
    private static final String SKIP_FIELDS = "skip-fields";

    private final @Nullable String setting;
    private final Set<String> skipped;

    /** Of a version with this recipe. */
    Losses(BuildRecipe recipe) {
        setting = recipe.fields().get(SKIP_FIELDS);
        skipped = setting == null ? Set.of() : skipped(setting);
    }

    /** The fields of the recipe's setting; other settings, which a later release may have, are ignored. */
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
        long[] sums = {0, 0};
        MetadataRows.counts(dataset, entry.files().metadata().path(), (row, held, source) -> {
            sums[0] = Math.addExact(sums[0], source);
            sums[1] = Math.addExact(sums[1], held);
        });
        return Loss.of(sums[0], sums[1], List.of());
    }

    /**
     * Fields of a recording's source that its pair does not hold: of a padded source each with its type, of others the
     * setting that leaves them out, as the manifest has it.
     */
    List<LeftOutField> leftOut(RecordingEntry entry) {
        if (setting == null) {
            return List.of();
        }
        SourceRow row = entry.source().row();
        if (row == null || !(parsed(row.descr()) instanceof RecordType record)) {
            return List.of(new LeftOutField(setting, ""));
        }
        return ((RecordType) record.packed())
                .fields().stream()
                        .filter(field -> skipped.contains(field.name()))
                        .map(field ->
                                new LeftOutField(field.name(), field.type().descr()))
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

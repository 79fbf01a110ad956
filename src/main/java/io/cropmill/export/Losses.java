package io.cropmill.export;

import io.cropmill.dataset.Loss;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a dataset itself knows of what its pairs do not hold of their sources, be those there or not. */
public final class Losses {
    private static final int BATCH_ROWS = 4096;
    private static final String SKIP_FIELDS = "skip-fields";

    private Losses() {}

    /**
     * The loss of a recording, its points counted in its pair's metadata.
     *
     * @param leftOut fields of the source that the pair does not hold
     */
    public static Loss of(Storage dataset, RecordingEntry entry, List<String> leftOut) throws IOException {
        if (entry.overCap() == 0) {
            return Loss.of(entry.points(), entry.points(), leftOut);
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
        return Loss.of(source, kept, leftOut);
    }

    /**
     * Fields of a recording's source that its pair does not hold: of a padded source each with its type, of others the
     * setting that leaves them out, as the manifest has it.
     */
    public static List<String> leftOut(Storage dataset, Manifest manifest, RecordingEntry entry) throws IOException {
        String skipped = manifest.recipe().fields().get(SKIP_FIELDS);
        if (skipped == null) {
            return List.of();
        }
        SourceRow row = entry.source().row();
        if (row == null || !(parsed(row.descr()) instanceof RecordType record)) {
            return List.of(skipped);
        }
        Set<String> held = new HashSet<>(row.pointFields());
        held.add(row.countField());
        try (MetadataRows rows =
                MetadataRows.open(dataset, entry.files().metadata().path())) {
            rows.cropFields().forEach(field -> held.add(field.name()));
        }
        return ((RecordType) record.packed())
                .fields().stream()
                        .filter(field -> !held.contains(field.name()))
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

package io.cropmill.export;

import io.cropmill.crop.PaddedRow;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingEntry;
import io.cropmill.dataset.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.report.Figures;
import io.cropmill.storage.Storage;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which recordings of a version are written again, and in which form. */
public final class ExportPlan {
    private static final int MOST_TOLD = 3;

    private ExportPlan() {}

    /** Names that the version does not have. */
    public static List<String> unknown(Manifest manifest, List<String> names) {
        Set<String> unknown = new LinkedHashSet<>(names);
        manifest.recordings().forEach(recording -> unknown.remove(recording.name()));
        return List.copyOf(unknown);
    }

    /**
     * The recordings in manifest order.
     *
     * @param names empty for all
     * @param plain the form of all rows; nothing for that of each source
     * @throws IOException if one of them has no such form, or lost points or fields; the message names rows and fields
     */
    public static List<ExportItem> of(
            Storage dataset, Manifest manifest, RecordType pointType, List<String> names, Optional<RowForm.Plain> plain)
            throws IOException {
        Set<String> chosen = Set.copyOf(names);
        List<ExportItem> items = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        for (RecordingEntry recording : manifest.recordings()) {
            if (chosen.isEmpty() || chosen.contains(recording.name())) {
                RowForm form = plain.isPresent() ? plain.get() : source(manifest, recording);
                ExportItem item = new ExportItem(
                        recording.name(),
                        recording.files().metadata(),
                        recording.files().points(),
                        pointType,
                        form);
                items.add(item);
                if (recording.overCap() > 0) {
                    refusals.add(refusals.size() < MOST_TOLD ? lost(dataset, item) : item.name());
                } else if (plain.isEmpty()) {
                    leftOut(dataset, manifest, recording).ifPresent(refusals::add);
                }
            }
        }
        if (!refusals.isEmpty()) {
            int told = Math.min(MOST_TOLD, refusals.size());
            int more = refusals.size() - told;
            throw new IOException(String.join("\n", refusals.subList(0, told))
                    + (more > 0 ? "\n... and " + Figures.count(more) + " more recordings" : ""));
        }
        return items;
    }

    private static String lost(Storage dataset, ExportItem item) throws IOException {
        return LostPoints.of(dataset, item)
                .orElse("Cannot export " + item.name()
                        + ": the manifest says that crops lost points, but its metadata names none");
    }

    /** Rows as the source had them cannot be made again without a field of theirs. */
    private static Optional<String> leftOut(Storage dataset, Manifest manifest, RecordingEntry recording)
            throws IOException {
        Loss loss = Loss.of(0, 0, Losses.leftOut(dataset, manifest, recording));
        return loss.isNone()
                ? Optional.empty()
                : Optional.of(VisibleText.of("Cannot export " + recording.name()
                        + " as its source was: the pair does not hold " + loss.words()
                        + "; write what it holds with --capacity"));
    }

    /** What rows of another form than the source's lack of it, a line a recording. */
    public static List<String> lacking(Storage dataset, Manifest manifest, List<ExportItem> items) throws IOException {
        Set<String> names = items.stream().map(ExportItem::name).collect(Collectors.toSet());
        List<String> lines = new ArrayList<>();
        for (RecordingEntry recording : manifest.recordings()) {
            if (names.contains(recording.name())) {
                Loss loss = Losses.of(dataset, recording, Losses.leftOut(dataset, manifest, recording));
                if (!loss.isNone()) {
                    lines.add(VisibleText.of(recording.name() + ": " + loss.words()));
                }
            }
        }
        return lines;
    }

    private static RowForm source(Manifest manifest, RecordingEntry recording) throws IOException {
        SourceRow row = recording.source().row();
        if (row == null) {
            throw new IOException("Cannot export " + recording.name() + ": " + manifest.version()
                    + " does not know how the rows of its source were laid out; say how many points a row reserves with"
                    + " --capacity");
        }
        try {
            if (Dtype.parse(row.descr()) instanceof RecordType type) {
                return new RowForm.AsSource(new PaddedRow(type, row.countField(), row.pointFields()));
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("Cannot export " + recording.name() + ": " + e.getMessage(), e);
        }
        throw new IOException("Cannot export " + recording.name()
                + ": Expected a record as its source's row, but found " + row.descr());
    }
}

package io.cropmill.export;

import io.cropmill.crop.PaddedRow;
import io.cropmill.dataset.Certificates;
import io.cropmill.dataset.CertifiedPair;
import io.cropmill.dataset.Loss;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.RecordType;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import io.cropmill.text.VisibleText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which recordings of a version are written again, in which form, and why the others are not.
 *
 * @param items recordings to write, in manifest order
 * @param refusals a sentence for each recording that cannot be written: it lost points or fields, or has no such form
 */
public record ExportPlan(List<ExportItem> items, List<String> refusals) {
    private static final int MOST_LISTED = 3;

    public ExportPlan {
        items = List.copyOf(items);
        refusals = List.copyOf(refusals);
    }

    /** Names that the version does not have. */
    public static List<String> unknown(Manifest manifest, List<String> names) {
        Set<String> unknown = new LinkedHashSet<>(names);
        manifest.recordings().forEach(recording -> unknown.remove(recording.name()));
        return List.copyOf(unknown);
    }

    /**
     * The plan for some recordings.
     *
     * @param names empty for all
     * @param plain the form of all rows; nothing for that of each source
     */
    public static ExportPlan of(
            Storage dataset,
            Manifest manifest,
            RecordType pointType,
            List<String> names,
            Optional<RowLayout.Plain> plain)
            throws IOException {
        Set<String> chosen = Set.copyOf(names);
        List<ExportItem> items = new ArrayList<>();
        List<String> refusals = new ArrayList<>();
        Losses losses = new Losses(manifest.recipe());
        for (RecordingEntry recording : manifest.recordings()) {
            if (chosen.isEmpty() || chosen.contains(recording.name())) {
                try {
                    if (recording.overCap() > 0) {
                        throw new NotExportedException(lost(dataset, recording, refusals.size()));
                    }
                    items.add(item(manifest, losses, recording, pointType, plain));
                } catch (NotExportedException e) {
                    refusals.add(VisibleText.of(String.valueOf(e.getMessage())));
                }
            }
        }
        return new ExportPlan(items, refusals);
    }

    /** Throws if a recording cannot be written; the message names the first ones with rows and fields. */
    public void requireAll() throws IOException {
        if (refusals.isEmpty()) {
            return;
        }
        int listed = Math.min(MOST_LISTED, refusals.size());
        int more = refusals.size() - listed;
        throw new IOException(String.join("\n", refusals.subList(0, listed))
                + (more > 0 ? "\n... and " + Figures.counted(more, "more recording") : "")
                + (items.isEmpty()
                        ? ""
                        : "\nNothing was written: leave out what cannot be, or write all that can be with --all"));
    }

    /** What keeps one recording from being written. */
    private static final class NotExportedException extends IOException {
        private static final long serialVersionUID = 1;

        NotExportedException(String message) {
            super(message);
        }
    }

    private static ExportItem item(
            Manifest manifest,
            Losses losses,
            RecordingEntry recording,
            RecordType pointType,
            Optional<RowLayout.Plain> plain)
            throws IOException {
        RowLayout form = plain.isPresent() ? plain.get() : source(manifest, recording);
        if (plain.isEmpty()) {
            requireAllFields(losses, recording);
        }
        return new ExportItem(
                recording.name(),
                recording.files().metadata(),
                recording.files().points(),
                pointType,
                form);
    }

    /** Rows are looked up for the first ones only: each is a file to read. */
    private static String lost(Storage dataset, RecordingEntry recording, int refused) throws IOException {
        if (refused >= MOST_LISTED) {
            return LostPoints.sentence(recording.name(), recording.overCap(), "");
        }
        return ofPair(() -> LostPoints.of(
                        dataset, recording.name(), recording.files().metadata().path()))
                .orElse("Cannot export " + recording.name()
                        + ": the manifest says that crops lost points, but its metadata names none");
    }

    /** Reads metadata of one pair. */
    @FunctionalInterface
    private interface PairReading<T> {
        T read() throws IOException;
    }

    /** A pair that is gone or damaged is no failure of the file system: it keeps only its own recording from being written. */
    private static <T> T ofPair(PairReading<T> reading) throws IOException {
        try {
            return reading.read();
        } catch (FileNotFoundException | LinkException e) {
            throw new NotExportedException(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw RecordingProblem.of(e)
                    .<IOException>map(problem -> new NotExportedException(problem.message()))
                    .orElse(e);
        }
    }

    /** Rows as the source had them cannot be made again without a field of theirs. */
    private static void requireAllFields(Losses losses, RecordingEntry recording) throws IOException {
        Loss loss = Loss.of(0, 0, losses.leftOut(recording));
        if (!loss.isNone()) {
            throw new NotExportedException("Cannot export " + recording.name()
                    + " as its source was: the pair does not hold " + loss.words()
                    + "; write what it holds with --capacity");
        }
    }

    /**
     * What rows lack of the source: fields, where they are of another form than its own, and values in its padding, if a
     * certificate lists any. A line a recording.
     *
     * @param names of recordings that were written
     */
    public static List<String> lacking(Certificates certificates, Manifest manifest, Set<String> names) {
        List<String> lines = new ArrayList<>();
        Losses losses = new Losses(manifest.recipe());
        for (RecordingEntry recording : manifest.recordings()) {
            if (names.contains(recording.name())) {
                Loss loss = Loss.of(recording.points(), recording.points(), losses.leftOut(recording))
                        .withSlots(certificates
                                .of(recording.name())
                                .map(CertifiedPair::lostSlots)
                                .orElse(0L));
                if (!loss.isNone()) {
                    lines.add(VisibleText.of(recording.name() + ": " + loss.words()));
                }
            }
        }
        return lines;
    }

    private static RowLayout source(Manifest manifest, RecordingEntry recording) throws IOException {
        SourceRow row = recording.source().row();
        if (row == null) {
            throw new NotExportedException("Cannot export " + recording.name() + ": " + manifest.version()
                    + " does not know how the rows of its source were laid out; say how many points a row reserves with"
                    + " --capacity");
        }
        try {
            if (Dtype.parse(row.descr()) instanceof RecordType type) {
                return new RowLayout.AsSource(new PaddedRow(type, row.countField(), row.pointFields()));
            }
        } catch (IllegalArgumentException e) {
            throw new NotExportedException("Cannot export " + recording.name() + ": " + e.getMessage());
        }
        throw new NotExportedException("Cannot export " + recording.name()
                + ": Expected a record as its source's row, but found " + row.descr());
    }
}

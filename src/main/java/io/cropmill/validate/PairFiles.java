package io.cropmill.validate;

import io.cropmill.plain.ExpectedArray;
import io.cropmill.plain.PlainException;
import io.cropmill.plain.PlainFile;
import io.cropmill.plain.PlainFolder;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.text.Figures;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The opened files of a recording. A file that is missing or of another type is a finding, and null. */
final class PairFiles implements Closeable {
    private static final int FIRST_CACHE = 2;

    private final PlainFolder target;
    private final String recording;
    private final Findings findings;
    private final List<PlainFile> open = new ArrayList<>();
    private final List<@Nullable PlainFile> readers = new ArrayList<>();
    private final long[] bytes;

    private PairFiles(PlainFolder target, String recording, int caches, Findings findings) {
        this.target = target;
        this.recording = recording;
        this.findings = findings;
        this.bytes = new long[FIRST_CACHE + caches];
    }

    /**
     * Opens all.
     *
     * @param findings receives what is wrong with the files as a whole
     */
    static PairFiles open(
            PlainFolder target, PairClaim claim, SourceCrops source, ValidationSettings settings, Findings findings)
            throws IOException {
        long rows = source.rows();
        List<RasterSpec> rasters = settings.recipe().rasters();
        PairFiles files = new PairFiles(target, claim.recording(), rasters.size(), findings);
        try {
            files.add(claim.metadata(), ExpectedArray.metadata(source.reader()));
            files.requireRows(files.metadata(), rows);
            files.add(
                    claim.points(),
                    ExpectedArray.points(
                            claim.points().path(),
                            source.reader(),
                            settings.recipe().layout()));
            for (RasterSpec raster : rasters) {
                FileClaim cache = claim.rasters().get(raster.name());
                files.add(cache, ExpectedArray.cache(raster));
                files.requireRows(files.readers.get(files.readers.size() - 1), rows);
            }
            return files;
        } catch (IOException | RuntimeException e) {
            Closing.after(e, files);
            throw e;
        }
    }

    private static List<Long> withoutFirst(List<Long> shape) {
        return shape.subList(1, shape.size());
    }

    private void add(@Nullable FileClaim claim, ExpectedArray expected) throws IOException {
        readers.add(claim == null ? null : opened(claim, expected));
    }

    private @Nullable PlainFile opened(FileClaim claim, ExpectedArray expected) throws IOException {
        FindingSubject subject = new FindingSubject("file", recording, claim.path());
        OptionalLong length;
        try {
            length = target.length(claim.path());
        } catch (PlainException e) {
            findings.add(subject.failure(e));
            return null;
        }
        if (length.isEmpty()) {
            findings.add(subject.failure("a file", "none"));
            return null;
        }
        bytes[readers.size()] = length.getAsLong();
        boolean asWritten = claim.written() == null || claim.written().bytes() == length.getAsLong();
        if (!asWritten && claim.written() != null) {
            findings.add(subject.failure(
                    Figures.counted(claim.written().bytes(), "byte") + ", as they were written",
                    Figures.count(length.getAsLong())));
        }
        try {
            PlainFile reader = PlainFile.open(target, claim.path());
            open.add(reader);
            boolean isLike = isLike(subject, reader, expected);
            if (isLike && claim.written() != null && !reader.hasHeader(expected.header(reader.rows()))) {
                findings.add(subject.failure(
                        "the header that numpy.save writes for " + Figures.counted(reader.rows(), "item") + " of type "
                                + expected.itemText(),
                        "another of " + Figures.count(reader.rowOffset(0)) + " bytes"));
            }
            return isLike ? reader : null;
        } catch (PlainException e) {
            if (asWritten) {
                findings.add(subject.failure(e));
            }
            return null;
        }
    }

    private boolean isLike(FindingSubject subject, PlainFile found, ExpectedArray expected) {
        if (!found.isPacked() || !found.item().equals(expected.item())) {
            findings.add(subject.failure("items of type " + expected.itemText(), found.itemText()));
            return false;
        }
        boolean sameRows =
                !found.shape().isEmpty() && withoutFirst(found.shape()).equals(expected.rowShape());
        if (!sameRows) {
            findings.add(subject.failure(
                    "rows of shape " + tuple(expected.rowShape()) + " in an array",
                    "an array of shape " + tuple(found.shape())));
            return false;
        }
        if (!found.hasWholeRows()) {
            findings.add(subject.failure("rows that follow each other", "an array in Fortran order"));
            return false;
        }
        return true;
    }

    private void requireRows(@Nullable PlainFile reader, long rows) {
        if (reader != null && reader.rows() != rows) {
            findings.add(new FindingSubject("count", recording, reader.path())
                    .failure(Figures.counted(rows, "row") + ", one a crop", Figures.count(reader.rows())));
        }
    }

    private static String tuple(List<Long> axes) {
        String text = axes.toString();
        return "(" + text.substring(1, text.length() - 1) + (axes.size() == 1 ? ",)" : ")");
    }

    @Nullable
    PlainFile metadata() {
        return readers.get(0);
    }

    @Nullable
    PlainFile points() {
        return readers.get(1);
    }

    /** The cache of a raster, by its place among the specifications. */
    @Nullable
    PlainFile cache(int raster) {
        return readers.get(FIRST_CACHE + raster);
    }

    /** Metadata, points, caches: null for one that is not there. */
    List<@Nullable PlainFile> readers() {
        return readers;
    }

    /** Lengths of the same files; 0 for one that is not there. */
    long[] bytes() {
        return bytes;
    }

    @Override
    public void close() throws IOException {
        Closing.all(open);
    }
}

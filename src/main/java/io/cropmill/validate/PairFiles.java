package io.cropmill.validate;

import io.cropmill.crop.CropSchema;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyException;
import io.cropmill.npy.NpyHeader;
import io.cropmill.ragged.RaggedTypes;
import io.cropmill.ragged.RowReader;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.LinkException;
import io.cropmill.storage.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The opened files of a recording. What is not there or not of the expected type is a finding, and null. */
final class PairFiles implements Closeable {
    private static final int FIRST_CACHE = 2;

    private final Storage target;
    private final String recording;
    private final Findings findings;
    private final List<RowReader> open = new ArrayList<>();
    private final List<@Nullable RowReader> readers = new ArrayList<>();
    private final long[] bytes;

    private PairFiles(Storage target, String recording, int caches, Findings findings) {
        this.target = target;
        this.recording = recording;
        this.findings = findings;
        this.bytes = new long[FIRST_CACHE + caches];
    }

    /**
     * Opens all.
     *
     * @param schema of the source
     * @param rows of the source
     * @param findings told what is wrong with the files as a whole
     */
    static PairFiles open(
            Storage target,
            PairClaim claim,
            CropSchema schema,
            Dtype point,
            long rows,
            List<RasterSpec> rasters,
            Findings findings)
            throws IOException {
        PairFiles files = new PairFiles(target, claim.recording(), rasters.size(), findings);
        try {
            files.add(claim.metadata(), RaggedTypes.metadata(schema), List.of());
            files.requireRows(files.metadata(), rows);
            files.add(claim.points(), point, withoutFirst(RaggedTypes.pointsShape(schema, point, 0)));
            for (RasterSpec raster : rasters) {
                FileClaim cache = claim.rasters().get(raster.name());
                files.add(cache, RaggedTypes.cell(raster), withoutFirst(RaggedTypes.cacheShape(raster, rows)));
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

    private void add(@Nullable FileClaim claim, Dtype item, List<Long> rowShape) throws IOException {
        readers.add(claim == null ? null : opened(claim, item, rowShape));
    }

    private @Nullable RowReader opened(FileClaim claim, Dtype item, List<Long> rowShape) throws IOException {
        Subject subject = new Subject("file", recording, claim.path());
        Optional<FileEntry> entry;
        try {
            entry = target.stat(claim.path());
        } catch (LinkException e) {
            findings.add(sentence(subject, e));
            return null;
        }
        if (entry.isEmpty()) {
            findings.add(subject.failure("a file", "none"));
            return null;
        }
        bytes[readers.size()] = entry.get().bytes();
        boolean asWritten = claim.written() == null
                || claim.written().bytes() == entry.get().bytes();
        if (!asWritten && claim.written() != null) {
            findings.add(subject.failure(
                    Shown.number(claim.written().bytes()) + " bytes, as they were written",
                    Shown.number(entry.get().bytes())));
        }
        try {
            RowReader reader = RowReader.open(target, claim.path());
            open.add(reader);
            return isLike(subject, reader.header(), item, rowShape) ? reader : null;
        } catch (NpyException e) {
            if (asWritten) {
                findings.add(sentence(subject, e));
            }
            return null;
        }
    }

    private static ValidationReport.Finding sentence(Subject subject, IOException failure) {
        return subject.sentence(
                ValidationReport.Finding.Severity.FAILURE, "", "", String.valueOf(failure.getMessage()));
    }

    private boolean isLike(Subject subject, NpyHeader header, Dtype item, List<Long> rowShape) {
        if (!header.dtype().equals(item)) {
            findings.add(subject.failure(
                    "items of type " + item.descr(), header.dtype().descr()));
            return false;
        }
        boolean sameRows =
                !header.shape().isEmpty() && withoutFirst(header.shape()).equals(rowShape);
        if (!sameRows) {
            findings.add(subject.failure(
                    "rows of shape " + tuple(rowShape) + " in an array", "an array of shape " + tuple(header.shape())));
            return false;
        }
        if (!header.hasWholeRows()) {
            findings.add(subject.failure("rows that follow each other", "an array in Fortran order"));
            return false;
        }
        return true;
    }

    private void requireRows(@Nullable RowReader reader, long rows) {
        if (reader != null && reader.header().rows() != rows) {
            findings.add(new Subject("count", recording, reader.path())
                    .failure(
                            Shown.number(rows) + " rows, one a crop",
                            Shown.number(reader.header().rows())));
        }
    }

    private static String tuple(List<Long> axes) {
        String text = axes.toString();
        return "(" + text.substring(1, text.length() - 1) + (axes.size() == 1 ? ",)" : ")");
    }

    @Nullable
    RowReader metadata() {
        return readers.get(0);
    }

    @Nullable
    RowReader points() {
        return readers.get(1);
    }

    /** The cache of a raster, by its place among the specifications. */
    @Nullable
    RowReader cache(int raster) {
        return readers.get(FIRST_CACHE + raster);
    }

    /** Metadata, points, caches: null for one that is not there. */
    List<@Nullable RowReader> readers() {
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

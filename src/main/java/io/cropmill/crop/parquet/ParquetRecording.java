package io.cropmill.crop.parquet;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropReader;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.LeftOutField;
import io.cropmill.crop.Recording;
import io.cropmill.crop.UnchangedFiles;
import io.cropmill.crop.parquet.RowRuns.RowRun;
import io.cropmill.parquet.ParquetFile;
import io.cropmill.storage.Closing;
import io.cropmill.storage.FileEntry;
import io.cropmill.storage.FileOpener;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongConsumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Rows of Parquet files, a row a crop, streamed column by column and page by page. */
public final class ParquetRecording implements Recording {
    private final ParquetOrigin origin;
    private final List<ParquetFile> files;
    private final BufferAllocator scratch;
    private final RowRuns runs;
    private final ParquetFields fields;
    private final OptionalLong slots;

    private ParquetRecording(ParquetOrigin origin, FieldChoice choice, List<ParquetFile> files, BufferAllocator scratch)
            throws IOException {
        this.origin = origin;
        this.files = files;
        this.scratch = scratch;
        List<RowRun> found = new ArrayList<>();
        for (int file = 0; file < files.size(); file++) {
            requireAbsent(files.get(file));
            found.addAll(ParquetRecordings.of(files.get(file), file, origin.rows(), scratch));
            releaseUnlessOnly(files.get(file));
        }
        this.runs = new RowRuns(RowOrder.of(files, found, origin.rows().orderField(), scratch));
        ParquetFile first = files.get(0);
        this.fields = ParquetFields.of(origin, choice, first, new FirstRows(files, runs, scratch));
        for (ParquetFile file : files) {
            fields.requireIn(first, file);
            releaseUnlessOnly(file);
        }
        this.slots = ListSlots.of(files, fields);
    }

    /** Opens the files of a recording and reads their footers, and as much of the first rows as its fields need. */
    public static ParquetRecording open(FileOpener storage, ParquetOrigin origin, FieldChoice choice)
            throws IOException {
        List<ParquetFile> files = new ArrayList<>();
        BufferAllocator scratch = new RootAllocator();
        try {
            for (FileEntry entry : origin.files()) {
                files.add(ParquetFile.open(entry.path(), () -> opened(storage, origin.rows(), entry)));
                if (origin.files().size() > 1) {
                    files.get(files.size() - 1).release();
                }
            }
            return new ParquetRecording(origin, choice, files, scratch);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, () -> close(files, scratch));
            throw e;
        }
    }

    /** The rows of a recording in a shared file were found when it was listed: another file at its path has others. */
    private static SeekableByteChannel opened(FileOpener storage, ParquetOrigin.RecordingRows rows, FileEntry file)
            throws IOException {
        SeekableByteChannel channel = storage.open(file.path());
        if (rows.areShared()) {
            try {
                UnchangedFiles.require(storage, file);
            } catch (IOException | RuntimeException e) {
                Closing.after(e, channel);
                throw e;
            }
        }
        return channel;
    }

    private void requireAbsent(ParquetFile file) throws CropException {
        String absent = origin.rows().absent();
        if (!absent.isEmpty() && file.column(absent).isPresent()) {
            throw new CropException("[" + file.name() + "] Expected no column '" + absent
                    + "', for other files of the source have none and are a recording each, but found it; keep files with"
                    + " it in a folder of their own, or take each file for a recording with source.recording-field ="
                    + " \"\"");
        }
    }

    private void releaseUnlessOnly(ParquetFile file) throws IOException {
        if (files.size() > 1) {
            file.release();
        }
    }

    @Override
    public CropSchema schema() {
        return fields.schema();
    }

    @Override
    public OptionalLong slots() {
        return slots;
    }

    @Override
    public List<LeftOutField> leftOut() {
        // The name of the recording holds the value of the column that says it.
        return files.get(0).columns().stream()
                .filter(column -> !fields.holds(column)
                        && !column.name().equals(origin.rows().field()))
                .map(column -> new LeftOutField(column.name(), column.toString()))
                .toList();
    }

    @Override
    public long rows() {
        return runs.rows();
    }

    @Override
    public long cut(int part, int of) {
        return runs.cut(part, of);
    }

    @Override
    public void counts(long firstRow, long endRow, LongConsumer eachCount) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        try (GroupColumns columns = GroupColumns.counts(files, fields, scratch)) {
            for (RowRun run : runs.between(firstRow, endRow)) {
                columns.seek(run);
                for (long row = 0; row < run.rows(); row++) {
                    NumberColumnReader count = columns.count();
                    long points = count == null ? columns.points(0, 0, null) : count.next();
                    columns.advance(1);
                    requireCount(columns, points);
                    eachCount.accept(points);
                }
            }
        }
    }

    private static void requireCount(GroupColumns columns, long points) throws CropException {
        if (points < 0 || points > Integer.MAX_VALUE) {
            NumberColumnReader count = columns.count();
            Number found = count == null ? Long.valueOf(points) : count.value(points);
            throw new CropException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a point count from 0 to %,d at row %,d, but found %,d",
                    columns.fileName(),
                    Integer.MAX_VALUE,
                    columns.fileRow() - 1,
                    found));
        }
    }

    @Override
    public CropReader read(long firstRow, long endRow, BufferAllocator allocator, long batchBytes) throws IOException {
        Objects.checkFromToIndex(firstRow, endRow, rows());
        List<RowRun> wanted = runs.between(firstRow, endRow);
        if (runs.isInFileOrder()) {
            return reader(wanted, firstRow, allocator, batchBytes);
        }
        return new OrderedReader(
                schema(),
                physical -> reader(physical, 0, allocator, OrderedReader.READ_BYTES),
                wanted,
                firstRow,
                allocator,
                new OrderedReader.ReadSizes(
                        batchBytes, runs.rowBytes(), Math.max(batchBytes, OrderedReader.WINDOW_BYTES)));
    }

    private CropReader reader(List<RowRun> wanted, long firstRow, BufferAllocator allocator, long batchBytes) {
        GroupColumns columns = GroupColumns.of(files, fields, allocator);
        return new ParquetReader(fields, columns, wanted, firstRow, allocator, batchBytes);
    }

    private static void close(List<ParquetFile> files, BufferAllocator scratch) throws IOException {
        try (scratch) {
            Closing.all(files);
        }
    }

    @Override
    public void close() throws IOException {
        close(files, scratch);
    }
}

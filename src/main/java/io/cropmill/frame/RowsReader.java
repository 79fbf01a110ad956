package io.cropmill.frame;

import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.frame.FormPlan.PlannedColumn;
import io.cropmill.frame.PartitionPlan.Slice;
import io.cropmill.frame.RowRanges.RowRange;
import io.cropmill.frame.SliceReader.BatchReader;
import io.cropmill.frame.VectorMaker.RowBytes;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.storage.Closing;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.jspecify.annotations.Nullable;

/**
 * Reads a slice of a file, batch by batch. Of a chunk of rows, first what decides which of them are wanted and how many
 * points they have, then the columns of those, in batches bounded by bytes. For one thread.
 */
final class RowsReader implements BatchReader {
    private static final int MOST_ROWS = 4096;

    private final Slice slice;
    private final FormPlan plan;
    private final FileRowFormat form;
    private final long batchBytes;
    private final BufferAllocator allocator;
    private final ReadMetrics metrics;
    private final @Nullable OpenFile file;
    private final @Nullable PairRows pairRows;
    private final @Nullable OpenFile points;
    private final RowParts headParts;
    private final RowParts bodyParts;
    private final Scratch head = new Scratch();
    private final Scratch body = new Scratch();
    private final Scratch run = new Scratch();
    private final Iterator<RowRange> ranges;
    private RowRange range = new RowRange(0, 0);
    private Chunk chunk = Chunk.EMPTY;
    private int done;

    /**
     * Rows whose heads were read.
     *
     * @param counts point counts; empty if they are not needed
     * @param starts first points in the other file; empty if they are not needed
     */
    private record Chunk(long[] rows, int[] counts, long[] starts) {
        static final Chunk EMPTY = new Chunk(new long[0], new int[0], new long[0]);
    }

    RowsReader(
            Storage storage,
            Slice slice,
            FormPlan plan,
            long batchBytes,
            BufferAllocator allocator,
            ReadMetrics metrics)
            throws IOException {
        this.slice = slice;
        this.plan = plan;
        this.form = plan.form();
        this.batchBytes = batchBytes;
        this.allocator = allocator;
        this.metrics = metrics;
        this.pairRows = form.pair() == null ? null : new PairRows(slice.file());
        this.ranges = slice.ranges().iterator();
        this.headParts = plan.readsWholeRows() ? RowParts.whole(form.rowBytes()) : RowParts.of(headSpans());
        this.bodyParts = plan.readsWholeRows() ? headParts : RowParts.of(bodySpans());
        if (plan.readsNothing()) {
            file = null;
            points = null;
            return;
        }
        file = OpenFile.open(storage, slice.file().file(), metrics);
        try {
            file.requireForm(slice.file());
            points = plan.hasRaggedPoints() ? openPoints(storage, slice.file(), metrics) : null;
        } catch (IOException | RuntimeException e) {
            Closing.after(e, file);
            throw e;
        }
    }

    private static OpenFile openPoints(Storage storage, FoundFile pair, ReadMetrics metrics) throws IOException {
        OpenFile points = OpenFile.open(storage, Objects.requireNonNull(pair.points()), metrics);
        try {
            return points.requirePoints(pair);
        } catch (IOException | RuntimeException e) {
            Closing.after(e, points);
            throw e;
        }
    }

    private List<RowParts.FieldSpan> headSpans() {
        List<RowParts.FieldSpan> spans = new ArrayList<>();
        for (PlannedColumn column : plan.filterColumns()) {
            if (column.field() != null) {
                spans.add(RowParts.FieldSpan.of(column.field()));
            }
        }
        if (plan.needsCounts()) {
            spans.add(RowParts.FieldSpan.of(Objects.requireNonNull(form.counts())));
            if (form.pair() != null) {
                spans.addAll(PairRows.spans(form.pair()));
            }
        }
        return spans;
    }

    private List<RowParts.FieldSpan> bodySpans() {
        return plan.columns().stream()
                .filter(column -> column.isIn(SourceField.FieldPosition.ROW))
                .map(column -> RowParts.FieldSpan.of(Objects.requireNonNull(column.field())))
                .toList();
    }

    @Override
    public @Nullable ColumnarBatch next() throws IOException {
        while (done == chunk.rows().length) {
            long[] rows = nextRows();
            if (rows.length == 0) {
                return null;
            }
            readChunk(rows);
        }
        int end = endOfBatch();
        ColumnarBatch batch = batch(done, end);
        metrics.addRows(end - done);
        done = end;
        return batch;
    }

    /** The next rows of the ranges, as many as a chunk may have. */
    private long[] nextRows() {
        long stride = plan.readsNothing() ? 0 : headParts.stride();
        int most = (int) (stride == 0 ? MOST_ROWS : Math.max(1, Math.min(MOST_ROWS, batchBytes / stride)));
        long[] rows = new long[most];
        int count = 0;
        while (count < most) {
            if (range.rows() == 0) {
                if (!ranges.hasNext()) {
                    break;
                }
                range = ranges.next();
            }
            int taken = (int) Math.min(most - count, range.rows());
            for (int i = 0; i < taken; i++) {
                rows[count++] = range.start() + i;
            }
            range = new RowRange(range.start() + taken, range.end());
        }
        return Arrays.copyOf(rows, count);
    }

    private void readChunk(long[] rows) throws IOException {
        done = 0;
        if (file == null) {
            chunk = new Chunk(rows, new int[0], new long[0]);
            return;
        }
        if (pairRows != null && plan.needsCounts() && pairRows.leapsTo(rows[0])) {
            counted(new long[] {rows[0] - 1}, heads(file, rows[0] - 1));
        }
        ByteBuffer bytes = heads(file, rows);
        Chunk read = counted(rows, bytes);
        chunk = plan.filters().isEmpty() || plan.readsWholeRows() ? read : filtered(read, bytes);
    }

    private ByteBuffer heads(OpenFile from, long... rows) throws IOException {
        ByteBuffer bytes = head.of(Math.multiplyExact(rows.length, headParts.stride()));
        headParts.read(from.reader(), rows, 0, rows.length, bytes);
        return bytes;
    }

    private Chunk counted(long[] rows, ByteBuffer bytes) throws IOException {
        if (!plan.needsCounts()) {
            return new Chunk(rows, new int[0], new long[0]);
        }
        if (pairRows == null) {
            return new Chunk(rows, counts(rows, bytes), new long[0]);
        }
        int[] counts = new int[rows.length];
        long[] starts = new long[rows.length];
        pairRows.read(rows, bytes, headParts, counts, starts);
        return new Chunk(rows, counts, starts);
    }

    /** The counts of padded rows, each from 0 to the capacity. */
    private int[] counts(long[] rows, ByteBuffer bytes) throws IOException {
        RecordType.Field field = Objects.requireNonNull(form.counts());
        ScalarType type = (ScalarType) field.type();
        int[] counts = new int[rows.length];
        for (int i = 0; i < counts.length; i++) {
            int at = Math.toIntExact(i * headParts.stride()) + headParts.at(field.offset());
            long found = type.number(bytes, at);
            if (found < 0 || found > form.capacity()) {
                throw new IOException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %s from 0 to %,d in row %,d, but found %s",
                        slice.file().file().path(),
                        field.name(),
                        form.capacity(),
                        rows[i],
                        type.value(found)));
            }
            counts[i] = Math.toIntExact(found);
        }
        return counts;
    }

    /** The rows that pass. */
    private Chunk filtered(Chunk read, ByteBuffer bytes) throws IOException {
        long[] rows = read.rows();
        int[] counts = read.counts();
        long[] starts = read.starts();
        BitSet passing = new BitSet();
        try (VectorMaker maker = maker(rows, 0, rows.length);
                ColumnarBatch batch =
                        maker.batch(plan.filterColumns(), new RowBytes(bytes, 0, headParts), counts, null)) {
            RowFilter filter = new RowFilter(plan.filters(), plan.filterColumns(), batch);
            for (int i = 0; i < rows.length; i++) {
                passing.set(i, filter.passes(i));
            }
        }
        return new Chunk(
                passing.stream().mapToLong(i -> rows[i]).toArray(),
                counts.length == 0
                        ? counts
                        : passing.stream().map(i -> counts[i]).toArray(),
                starts.length == 0
                        ? starts
                        : passing.stream().mapToLong(i -> starts[i]).toArray());
    }

    private int endOfBatch() {
        long fixed = plan.readsWholeRows() ? 0 : Math.max(bodyParts.stride(), plan.valueBytes());
        long pointBytes = points == null
                ? plan.pointBytes()
                : Math.max(points.reader().header().rowBytes(), plan.pointBytes());
        long bytes = 0;
        int end = done;
        while (end < chunk.rows().length) {
            long more = fixed + (chunk.counts().length == 0 ? 0 : Math.multiplyExact(chunk.counts()[end], pointBytes));
            if (end > done && bytes + more > batchBytes) {
                break;
            }
            bytes += more;
            end++;
        }
        return end;
    }

    private ColumnarBatch batch(int from, int to) throws IOException {
        int[] counts = chunk.counts().length == 0 ? new int[0] : Arrays.copyOfRange(chunk.counts(), from, to);
        try (VectorMaker maker = maker(chunk.rows(), from, to)) {
            if (plan.readsWholeRows()) {
                ByteBuffer bytes = file == null
                        ? head.of(0)
                        : head.of(Math.multiplyExact(chunk.rows().length, headParts.stride()));
                int base = Math.toIntExact(from * headParts.stride());
                return maker.batch(plan.columns(), new RowBytes(bytes, base, headParts), counts, fetch(from, to));
            }
            ByteBuffer bytes = body.of(Math.multiplyExact(to - from, bodyParts.stride()));
            if (bodyParts.stride() > 0) {
                bodyParts.read(Objects.requireNonNull(file).reader(), chunk.rows(), from, to, bytes);
            }
            return maker.batch(plan.columns(), new RowBytes(bytes, 0, bodyParts), counts, fetch(from, to));
        }
    }

    private VectorMaker maker(long[] rows, int from, int to) {
        return new VectorMaker(slice.file(), plan, Arrays.copyOfRange(rows, from, to), allocator);
    }

    /** Where points come from that are not in the rows already. */
    private VectorMaker.PointFetch fetch(int from, int to) {
        if (points != null) {
            return VectorMaker.PointFetch.of(
                    points.reader().header().rowBytes(),
                    run,
                    target -> points.readRuns(chunk.starts(), chunk.counts(), from, to, target));
        }
        return VectorMaker.PointFetch.inRow(
                (row, offset, target) -> Objects.requireNonNull(file).reader().readPart(row, offset, target));
    }

    @Override
    public void close() throws IOException {
        head.close();
        body.close();
        run.close();
        try (file) {
            if (points != null) {
                points.close();
            }
        }
    }
}

package io.cropmill.frame;

import io.cropmill.crop.CropException;
import io.cropmill.crop.CropSchema;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedRow;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.crop.padded.PaddedLayout;
import io.cropmill.crop.ragged.RaggedLayout;
import io.cropmill.crop.ragged.RaggedOrigin;
import io.cropmill.frame.FileRowFormat.PairForm;
import io.cropmill.frame.FileRowFormat.SourceField;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.SubArrayType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Finds the row formats of arrays. */
record NpyForms(SourceOptions options) {
    static final String VALUE = "value";

    /** Most rows without bytes; they cost time like all others. */
    private static final long MOST_EMPTY_ROWS = 1_000_000;

    /** The rows of any array: the fields of records, or a column of values. */
    FileRowFormat of(String file, NpyHeader header) throws IOException {
        requireRowBytes(file, header);
        if (!options.countField().isEmpty()) {
            return padded(file, header);
        }
        return plain(file, header);
    }

    private FileRowFormat plain(String file, NpyHeader header) throws IOException {
        List<SourceField> fields = new ArrayList<>();
        if (header.dtype() instanceof RecordType record && header.shape().size() < 2) {
            for (RecordType.Field field : record.named().fields()) {
                fields.add(new SourceField(field.name(), field.type(), field.offset(), SourceField.FieldPosition.ROW));
            }
        } else {
            fields.add(new SourceField(VALUE, valueType(file, header), 0, SourceField.FieldPosition.ROW));
        }
        return new FileRowFormat(
                header.dtype(), trailing(header), !header.hasWholeRows(), header.rowBytes(), fields, null, 0, null);
    }

    private static Dtype valueType(String file, NpyHeader header) throws IOException {
        if (header.shape().size() < 2) {
            return header.dtype();
        }
        if (header.dtype().itemSize() == 0) {
            throw new IOException("[" + file + "] Expected items of at least one byte in an array of "
                    + header.shape().size() + " axes, but found "
                    + header.dtype().descr());
        }
        return new SubArrayType(header.dtype(), trailing(header));
    }

    /** Fields in the file's order, those of points trimmed. */
    private FileRowFormat padded(String file, NpyHeader header) throws IOException {
        PaddedLayout layout = layout(file, header);
        List<SourceField> fields = new ArrayList<>();
        for (RecordType.Field field : ((RecordType) header.dtype()).named().fields()) {
            boolean points =
                    layout.points().stream().anyMatch(point -> point.name().equals(field.name()));
            fields.add(
                    points
                            ? pointField(field)
                            : new SourceField(
                                    field.name(), field.type(), field.offset(), SourceField.FieldPosition.ROW));
        }
        return padded(header, layout, fields);
    }

    /** Point fields, then crop fields; the count is a column of its own. */
    FileRowFormat crops(String file, NpyHeader header) throws IOException {
        PaddedLayout layout = layout(file, header);
        List<SourceField> fields = new ArrayList<>();
        layout.points().forEach(field -> fields.add(pointField(field)));
        layout.crops()
                .forEach(field -> fields.add(
                        new SourceField(field.name(), field.type(), field.offset(), SourceField.FieldPosition.ROW)));
        return padded(header, layout, fields);
    }

    private static SourceField pointField(RecordType.Field field) {
        return new SourceField(
                field.name(), PaddedRow.onePoint(field), field.offset(), SourceField.FieldPosition.PADDED_POINTS);
    }

    private static FileRowFormat padded(NpyHeader header, PaddedLayout layout, List<SourceField> fields) {
        return new FileRowFormat(
                header.dtype(), List.of(), false, header.rowBytes(), fields, layout.count(), layout.capacity(), null);
    }

    private PaddedLayout layout(String file, NpyHeader header) throws IOException {
        try {
            return PaddedLayout.of(file, header, choice());
        } catch (UnclearFieldsException e) {
            throw asOptions(e);
        }
    }

    /** The rows of a pair's metadata, with points in the other file. */
    FileRowFormat pair(RaggedOrigin pair, NpyHeader header, NpyHeader points) throws IOException {
        String file = pair.metadata().path();
        requireRowBytes(file, header);
        RaggedLayout layout;
        try {
            layout = RaggedLayout.of(file, header, pair.points().path(), points, pair.choice(choice()));
        } catch (UnclearFieldsException e) {
            throw asOptions(e);
        }
        List<SourceField> fields = new ArrayList<>();
        layout.points()
                .forEach(field -> fields.add(new SourceField(
                        field.name(), field.type(), field.offset(), SourceField.FieldPosition.RAGGED_POINTS)));
        layout.crops()
                .forEach(field -> fields.add(
                        new SourceField(field.name(), field.type(), field.offset(), SourceField.FieldPosition.ROW)));
        PairForm form = new PairForm(layout, points.dtype(), points.rowBytes());
        return new FileRowFormat(
                header.dtype(),
                List.of(),
                !header.hasWholeRows(),
                header.rowBytes(),
                fields,
                layout.held(),
                Integer.MAX_VALUE,
                form);
    }

    /** The rows of a recording that is decoded as a whole; a field's offset is its place in the schema. */
    FileRowFormat decoded(CropSchema schema) {
        List<SourceField> fields = new ArrayList<>();
        for (CropSchema.CropField field : schema.pointFields()) {
            fields.add(new SourceField(
                    field.name(), field.type(), fields.size(), SourceField.FieldPosition.RAGGED_POINTS));
        }
        for (int at = 0; at < schema.cropFields().size(); at++) {
            CropSchema.CropField field = schema.cropFields().get(at);
            fields.add(new SourceField(field.name(), field.type(), at, SourceField.FieldPosition.ROW));
        }
        RecordType row = CropSchema.record(Stream.concat(schema.pointFields().stream(), schema.cropFields().stream())
                .toList());
        return new FileRowFormat(row, List.of(), true, row.itemSize(), fields, null, Integer.MAX_VALUE, null);
    }

    /** The options as readers of recordings take them. */
    FieldChoice choice() {
        return new FieldChoice(options.countField(), options.pointFields(), List.of());
    }

    /** What a job's settings say, the options of a load do. */
    static CropException asOptions(UnclearFieldsException e) {
        return new UnclearFieldsException(
                e.getMessage()
                        + "; of a load, set the options countField and pointFields in place of source.count-field and source.point-fields");
    }

    private void requireRowBytes(String file, NpyHeader header) throws IOException {
        if (header.rows() > MOST_EMPTY_ROWS && header.rowBytes() == 0) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "[%s] Expected at most %,d rows without bytes, but found %,d",
                    file,
                    MOST_EMPTY_ROWS,
                    header.rows()));
        }
        if (header.rowBytes() > Integer.MAX_VALUE) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "[%s] Expected rows of at most %,d bytes, but found %,d; reshape the array so that its first axis"
                            + " is longer",
                    file,
                    Integer.MAX_VALUE,
                    header.rowBytes()));
        }
    }

    private static List<Long> trailing(NpyHeader header) {
        return header.shape().size() < 2
                ? List.of()
                : header.shape().subList(1, header.shape().size());
    }
}

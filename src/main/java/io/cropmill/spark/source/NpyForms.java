package io.cropmill.spark.source;

import io.cropmill.crop.CropException;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PaddedLayout;
import io.cropmill.npy.Dtype;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Finds out what the rows of an array are made of. */
record NpyForms(SourceOptions options) {
    static final String VALUE = "value";

    /** Rows that no byte of a file stands for; they cost time all the same. */
    private static final long MOST_EMPTY_ROWS = 1_000_000;

    /** The rows of any array: the fields of records, or a column of values. */
    RowForm of(String file, NpyHeader header) throws IOException {
        requireRowBytes(file, header);
        if (!options.countField().isEmpty()) {
            return padded(file, header);
        }
        return plain(file, header);
    }

    private RowForm plain(String file, NpyHeader header) throws IOException {
        List<SourceField> fields = new ArrayList<>();
        if (header.dtype() instanceof RecordType record && header.shape().size() < 2) {
            for (RecordType.Field field : named(record)) {
                fields.add(new SourceField(field.name(), field.type(), field.offset(), SourceField.Place.ROW));
            }
        } else {
            fields.add(new SourceField(VALUE, valueType(file, header), 0, SourceField.Place.ROW));
        }
        return new RowForm(
                header.dtype(),
                trailing(header),
                !header.hasWholeRows(),
                header.rowBytes(),
                fields,
                null,
                0,
                null,
                null);
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
    private RowForm padded(String file, NpyHeader header) throws IOException {
        PaddedLayout layout = layout(file, header);
        List<SourceField> fields = new ArrayList<>();
        for (RecordType.Field field : named((RecordType) header.dtype())) {
            boolean points =
                    layout.points().stream().anyMatch(point -> point.name().equals(field.name()));
            fields.add(
                    points
                            ? pointField(field)
                            : new SourceField(field.name(), field.type(), field.offset(), SourceField.Place.ROW));
        }
        return padded(header, layout, fields);
    }

    /** Point fields, then crop fields; the count is a column of its own. */
    RowForm crops(String file, NpyHeader header) throws IOException {
        PaddedLayout layout = layout(file, header);
        List<SourceField> fields = new ArrayList<>();
        layout.points().forEach(field -> fields.add(pointField(field)));
        layout.crops()
                .forEach(field ->
                        fields.add(new SourceField(field.name(), field.type(), field.offset(), SourceField.Place.ROW)));
        return padded(header, layout, fields);
    }

    private static SourceField pointField(RecordType.Field field) {
        return new SourceField(
                field.name(), PaddedLayout.perPointAsStored(field), field.offset(), SourceField.Place.PADDED_POINTS);
    }

    private static RowForm padded(NpyHeader header, PaddedLayout layout, List<SourceField> fields) {
        return new RowForm(
                header.dtype(),
                List.of(),
                false,
                header.rowBytes(),
                fields,
                layout.count(),
                layout.capacity(),
                null,
                null);
    }

    private PaddedLayout layout(String file, NpyHeader header) throws IOException {
        try {
            return PaddedLayout.of(
                    file, header, new FieldChoice(options.countField(), options.pointFields(), List.of()));
        } catch (CropException e) {
            // The jobs' settings have other names than the options of a load.
            throw new CropException(String.valueOf(e.getMessage())
                    .replace("source.count-field", "the option countField")
                    .replace("source.point-fields", "the option pointFields"));
        }
    }

    /** The rows of a pair's metadata, with points in the other file. */
    static RowForm pair(String file, NpyHeader header, RecordType point) throws IOException {
        if (!(header.dtype() instanceof RecordType record) || header.shape().size() != 1) {
            throw new IOException("[" + file + "] Expected a 1-D array of records (one row per crop), but found "
                    + header.dtype().descr() + " of shape " + header.shape());
        }
        RecordType.Field starts = own(file, record, PairColumns.STARTS, Long.BYTES);
        RecordType.Field counts = own(file, record, PairColumns.COUNTS, Integer.BYTES);
        List<SourceField> fields = new ArrayList<>();
        for (RecordType.Field field : point.fields()) {
            fields.add(new SourceField(field.name(), field.type(), field.offset(), SourceField.Place.RAGGED_POINTS));
        }
        for (RecordType.Field field : named(record)) {
            if (!PairColumns.OWN.contains(field.name())) {
                fields.add(new SourceField(field.name(), field.type(), field.offset(), SourceField.Place.ROW));
            }
        }
        return new RowForm(
                header.dtype(), List.of(), false, header.rowBytes(), fields, counts, Integer.MAX_VALUE, starts, point);
    }

    private static RecordType.Field own(String file, RecordType record, String name, int bytes) throws IOException {
        RecordType.Field field = record.field(name).orElse(null);
        boolean fits = field != null
                && field.type() instanceof ScalarType scalar
                && scalar.kind() == ScalarType.Kind.INT
                && scalar.itemSize() == bytes;
        if (field == null || !fits) {
            throw new IOException("[" + file + "] Expected a field '" + name + "' of type <i" + bytes
                    + ", as the metadata of a pair has, but found " + record.descr());
        }
        return field;
    }

    /** Fields with the names that NumPy gives to those without one. */
    private static List<RecordType.Field> named(RecordType record) {
        List<RecordType.Field> packed = record.packed().fields();
        List<RecordType.Field> named = new ArrayList<>();
        for (int i = 0; i < packed.size(); i++) {
            RecordType.Field field = record.fields().get(i);
            named.add(new RecordType.Field(packed.get(i).name(), null, field.type(), field.offset()));
        }
        return named;
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

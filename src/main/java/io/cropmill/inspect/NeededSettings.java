package io.cropmill.inspect;

import io.cropmill.config.Settings;
import io.cropmill.crop.CountsFrom;
import io.cropmill.crop.FieldChoice;
import io.cropmill.crop.PointFieldName;
import io.cropmill.crop.Recording;
import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.crop.padded.NpyOrigin;
import io.cropmill.npy.NpyHeader;
import io.cropmill.npy.NpyHeaderReader;
import io.cropmill.npy.RecordType;
import io.cropmill.npy.ScalarType;
import io.cropmill.npy.SubArrayType;
import io.cropmill.ragged.CropRasters;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.RecordingProblem;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Settings that a source needs and that were not given, guessed from names and widths of the fields of its first
 * recording, for a person to check.
 *
 * @param settings settings that were given, with what is needed
 * @param needed settings that were added
 */
public record NeededSettings(Settings settings, PasteLines needed) {
    private static final int PLAIN_AXES = 3;

    /** A leading axis up to this long is a vector of a crop, as {@link io.cropmill.crop.padded.PaddedLayout} has it. */
    private static final long LONGEST_VECTOR = 16;

    private static final List<String> PLAIN_NAMES = List.of("xy:2", "height", "intensity");
    private static final String COUNT_NAME = "(n|num|count|counts|npoints|n_points|num_.*points|.*_count)";

    /** What a source needs; nothing more where its first recording is damaged, or no guess is good. */
    public static NeededSettings of(Storage source, SourceRecording first, Settings given) throws IOException {
        try {
            NeededSettings fields = fields(source, first, given);
            return fields.withRasters(source, first);
        } catch (IOException e) {
            if (RecordingProblem.of(e).isEmpty()) {
                throw e;
            }
            return new NeededSettings(given, PasteLines.NONE);
        }
    }

    private static NeededSettings fields(Storage source, SourceRecording first, Settings given) throws IOException {
        try (Recording readable = first.open(source, choice(given.source()))) {
            return new NeededSettings(given, PasteLines.NONE);
        } catch (UnclearFieldsException e) {
            if (!(first.origin() instanceof NpyOrigin origin)) {
                throw e;
            }
            NpyHeader header = header(source, origin);
            if (header.dtype() instanceof RecordType record) {
                return ofRecord(record, given);
            }
            if (header.shape().size() == PLAIN_AXES) {
                return ofPlain(header.shape().get(2), origin, given);
            }
            throw e;
        }
    }

    private static FieldChoice choice(Settings.SourceSettings source) {
        return source.fields().needing(List.of());
    }

    private static NpyHeader header(Storage source, NpyOrigin origin) throws IOException {
        String path = origin.file().path();
        try (SeekableByteChannel channel = source.open(path)) {
            return NpyHeaderReader.read(path, channel);
        }
    }

    private static NeededSettings ofPlain(long values, NpyOrigin origin, Settings given) {
        PasteLines lines = PasteLines.NONE;
        List<PointFieldName> names = given.source().fields().pointFields();
        if (names.isEmpty()) {
            names = plainNames(values);
            lines = lines.with("source.point-fields", PasteLines.list(names));
        }
        CountsFrom counts = given.source().fields().counts();
        if (counts == CountsFrom.FILE && origin.counts() == null) {
            counts = CountsFrom.INFER;
            lines = lines.with("source.counts", "infer");
        }
        return new NeededSettings(withSource(given, given.source().fields().countField(), names, counts), lines);
    }

    private static List<PointFieldName> plainNames(long values) {
        List<PointFieldName> names = new ArrayList<>();
        long named = 0;
        for (String name : PLAIN_NAMES) {
            PointFieldName field = PointFieldName.parse(name);
            int width = Math.max(1, field.width());
            if (named + width <= values) {
                names.add(field);
                named += width;
            }
        }
        if (named < values) {
            names.add(PointFieldName.parse("other:" + (values - named)));
        }
        return names;
    }

    private static NeededSettings ofRecord(RecordType record, Settings given) {
        PasteLines lines = PasteLines.NONE;
        String count = given.source().fields().countField();
        if (record.field(count).isEmpty()) {
            Optional<String> found = record.fields().stream()
                    .filter(field -> isWhole(field)
                            && field.name().toLowerCase(Locale.ROOT).matches(COUNT_NAME))
                    .map(RecordType.Field::name)
                    .findFirst();
            if (found.isPresent()) {
                count = found.get();
                lines = lines.with("source.count-field", PasteLines.text(count));
            }
        }
        List<PointFieldName> names = given.source().fields().pointFields();
        long capacity = record.fields().stream()
                .mapToLong(NeededSettings::leadingAxis)
                .max()
                .orElse(0);
        boolean unclear = record.fields().stream()
                .anyMatch(field -> leadingAxis(field) > LONGEST_VECTOR && leadingAxis(field) < capacity);
        if (names.isEmpty() && unclear) {
            names = record.fields().stream()
                    .filter(field -> leadingAxis(field) == capacity)
                    .map(field -> new PointFieldName(field.name(), 0))
                    .toList();
            lines = lines.with("source.point-fields", PasteLines.list(names));
        }
        return new NeededSettings(
                withSource(given, count, names, given.source().fields().counts()), lines);
    }

    private static boolean isWhole(RecordType.Field field) {
        return field.type() instanceof ScalarType scalar
                && (scalar.kind() == ScalarType.ScalarKind.INT || scalar.kind() == ScalarType.ScalarKind.UINT);
    }

    private static long leadingAxis(RecordType.Field field) {
        return field.type() instanceof SubArrayType array ? array.shape().get(0) : -1;
    }

    private NeededSettings withRasters(Storage source, SourceRecording first) throws IOException {
        RecordType point;
        try (Recording recording = first.open(source, choice(settings.source()))) {
            point = recording.schema().pointType();
        }
        Optional<PointRoles> roles = PointRoles.of(point);
        PasteLines lines = needed;
        List<RasterSpec> rasters = new ArrayList<>();
        for (RasterSpec spec : settings.recipe().rasters()) {
            RasterSpec guess = roles.map(found -> found.in(spec)).orElse(spec);
            boolean helps = spec.rasterizerClass().isEmpty() && !canBeMade(spec, point) && canBeMade(guess, point);
            rasters.add(helps ? guess : spec);
            if (helps) {
                lines = lines.withRaster(spec, guess);
            }
        }
        return new NeededSettings(settings.withRecipe(settings.recipe().withRasters(rasters)), lines);
    }

    private static boolean canBeMade(RasterSpec spec, RecordType point) {
        try {
            new CropRasters("", "", 0, point, List.of(spec));
            return true;
        } catch (UnclearFieldsException e) {
            return false;
        }
    }

    private static Settings withSource(
            Settings given, String countField, List<PointFieldName> names, CountsFrom counts) {
        Settings.SourceSettings before = given.source();
        FieldChoice fields =
                new FieldChoice(countField, names, List.of(), before.fields().skipFields(), counts);
        return given.withSource(before.withFields(fields));
    }
}

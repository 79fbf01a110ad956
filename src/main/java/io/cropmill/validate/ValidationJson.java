package io.cropmill.validate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.cropmill.crop.LeftOutField;
import io.cropmill.raster.GridCounts;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The form of {@code validation.json}: UTF-8, keys in snake case and always in the same order. Within a format keys are
 * added but never renamed or removed. Pictures of crops are not in it, only which crops they show.
 */
public final class ValidationJson {
    /** The number that this form has. */
    public static final int FORMAT = 1;

    private final JsonGenerator json;

    private ValidationJson(JsonGenerator json) {
        this.json = json;
    }

    /** Writes a report; the stream is not closed. */
    public static void write(ValidationReport report, OutputStream out) throws IOException {
        JsonFactory factory = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.setPrettyPrinter(
                    new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", DefaultIndenter.SYS_LF)));
            new ValidationJson(json).report(report);
            json.writeRaw('\n');
        }
    }

    private void report(ValidationReport report) throws IOException {
        json.writeStartObject();
        json.writeNumberField("format", FORMAT);
        json.writeBooleanField("equal", report.equal());
        json.writeStringField("source", report.heading().source());
        json.writeStringField("dataset", report.heading().dataset());
        json.writeStringField(
                "version",
                report.heading().version().isEmpty() ? null : report.heading().version());
        json.writeStringField("created", report.heading().created().toString());
        json.writeNumberField("sample", report.heading().sample());
        json.writeStringField("against", report.heading().against());
        rasters(report);
        checkedBy(report);
        totals(report.totals());
        json.writeObjectFieldStart("histogram");
        json.writeNumberField("width", report.histogram().width());
        json.writeArrayFieldStart("crops");
        for (long crops : report.histogram().crops()) {
            json.writeNumber(crops);
        }
        json.writeEndArray();
        json.writeEndObject();
        json.writeArrayFieldStart("recordings");
        for (RecordingChecked recording : report.recordings()) {
            recording(recording);
        }
        json.writeEndArray();
        losses(report);
        findings(report);
        json.writeArrayFieldStart("pictures");
        for (ValidationReport.CropPicture crop : report.crops()) {
            json.writeStartObject();
            json.writeStringField("recording", crop.recording());
            json.writeNumberField("row", crop.row());
            json.writeStringField("why", crop.why());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void rasters(ValidationReport report) throws IOException {
        json.writeArrayFieldStart("rasters");
        for (RasterChecked raster : report.rasters()) {
            json.writeStartObject();
            json.writeStringField("name", raster.name());
            json.writeArrayFieldStart("channels");
            for (String channel : raster.form().channels()) {
                json.writeString(channel);
            }
            json.writeEndArray();
            json.writeNumberField("height", raster.form().height());
            json.writeNumberField("width", raster.form().width());
            json.writeStringField("dtype", raster.form().dtype());
            json.writeBooleanField("cached", raster.cached());
            json.writeBooleanField("independent", raster.independent());
            json.writeNumberField("user_grids", raster.userGrids());
            reached(raster.reached());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void checkedBy(ValidationReport report) throws IOException {
        json.writeArrayFieldStart("checked_by");
        for (CheckedStep checked : report.checkedBy()) {
            json.writeStartObject();
            json.writeStringField("step", checked.step());
            json.writeStringField("checker", checked.checker());
            json.writeBooleanField("independent", checked.independent());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void reached(@Nullable GridCounts reached) throws IOException {
        if (reached == null) {
            json.writeNullField("reach");
            return;
        }
        json.writeObjectFieldStart("reach");
        json.writeNumberField("points", reached.points());
        json.writeNumberField("unreached", reached.unreached());
        json.writeNumberField("outside_x", reached.outsideX());
        json.writeNumberField("outside_y", reached.outsideY());
        json.writeNumberField("outside_both", reached.outsideBoth());
        json.writeNumberField("not_finite", reached.notFinite());
        json.writeEndObject();
    }

    private void totals(ValidationTotals totals) throws IOException {
        json.writeObjectFieldStart("totals");
        json.writeNumberField("crops", totals.sums().crops());
        json.writeNumberField("compared", totals.sums().compared());
        json.writeNumberField("source_points", totals.sums().sourcePoints());
        json.writeNumberField("points", totals.sums().points());
        json.writeNumberField("over_cap", totals.sums().overCap());
        json.writeNumberField("padded_slots", totals.slots().reserved());
        writeOrNull(
                "full_crops",
                totals.slots().reserved() == 0 ? null : totals.slots().fullCrops());
        json.writeNumberField("source_bytes", totals.sourceBytes());
        json.writeNumberField("pair_bytes", totals.pairBytes());
        json.writeObjectFieldStart("raster_bytes");
        for (Map.Entry<String, Long> raster : totals.rasterBytes().entrySet()) {
            json.writeNumberField(raster.getKey(), raster.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("failures", totals.failures());
        json.writeNumberField("warnings", totals.warnings());
        json.writeEndObject();
    }

    private void recording(RecordingChecked recording) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", recording.name());
        json.writeNumberField("crops", recording.sums().crops());
        json.writeNumberField("compared", recording.sums().compared());
        json.writeNumberField("source_points", recording.sums().sourcePoints());
        json.writeNumberField("points", recording.sums().points());
        json.writeNumberField("over_cap", recording.sums().overCap());
        json.writeNumberField("source_bytes", recording.bytes().source());
        json.writeNumberField("pair_bytes", recording.bytes().pair());
        json.writeNumberField("raster_bytes", recording.bytes().rasters());
        json.writeNumberField("failures", recording.failures());
        json.writeNumberField("warnings", recording.warnings());
        json.writeEndObject();
    }

    private void losses(ValidationReport report) throws IOException {
        json.writeArrayFieldStart("losses");
        for (ValidationReport.RecordingLoss loss : report.losses()) {
            json.writeStartObject();
            json.writeStringField("recording", loss.recording());
            json.writeNumberField("points", loss.loss().points());
            json.writeNumberField("source_points", loss.loss().sourcePoints());
            json.writeNumberField("slots", loss.loss().slots());
            json.writeArrayFieldStart("fields");
            for (LeftOutField field : loss.loss().fields()) {
                json.writeString(field.toString());
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void findings(ValidationReport report) throws IOException {
        json.writeArrayFieldStart("findings");
        for (Finding finding : report.findings()) {
            json.writeStartObject();
            json.writeStringField("severity", finding.severity().name().toLowerCase(Locale.ROOT));
            json.writeStringField("kind", finding.subject().kind());
            json.writeStringField("recording", finding.subject().recording());
            writeUnlessNegative("row", finding.subject().row());
            json.writeStringField("file", finding.subject().file());
            json.writeStringField("place", finding.place());
            json.writeStringField("expected", finding.values().expected());
            json.writeStringField("found", finding.values().found());
            writeUnlessNegative("ulps", finding.values().ulps());
            json.writeStringField("message", finding.message());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeNumberField("findings_left_out", report.evidence().findingsLeftOut());
    }

    private void writeOrNull(String key, @Nullable Long value) throws IOException {
        if (value == null) {
            json.writeNullField(key);
        } else {
            json.writeNumberField(key, value);
        }
    }

    private void writeUnlessNegative(String key, long value) throws IOException {
        writeOrNull(key, value < 0 ? null : value);
    }
}

package io.cropmill.dataset.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import io.cropmill.dataset.manifest.SourceFile.SourceRow;
import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.WrittenFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** Writes a manifest entry by entry, so that a hundred thousand recordings need no tree in memory. */
final class ManifestWriter {
    private final JsonGenerator json;

    private ManifestWriter(JsonGenerator json) {
        this.json = json;
    }

    /** Writes UTF-8; the stream is not closed. */
    static void write(Manifest manifest, OutputStream out) throws IOException {
        JsonFactory factory = JsonFactory.builder()
                .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
                .build();
        try (JsonGenerator json = factory.createGenerator(out)) {
            json.setPrettyPrinter(new ManifestLines());
            new ManifestWriter(json).manifest(manifest);
            json.writeRaw('\n');
        }
    }

    private void manifest(Manifest manifest) throws IOException {
        json.writeStartObject();
        json.writeNumberField("format", ManifestJson.FORMAT);
        json.writeStringField("version", manifest.version());
        json.writeStringField("base", manifest.base().orElse(null));
        json.writeStringField("created", manifest.created().toString());
        recipe(manifest.recipe());
        totals(manifest.totals());
        json.writeArrayFieldStart("recordings");
        for (RecordingEntry recording : manifest.recordings()) {
            recording(recording);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("skipped");
        for (SkippedRecording skipped : manifest.skipped()) {
            json.writeStartObject();
            json.writeStringField("name", skipped.name());
            json.writeStringField("reason", skipped.reason());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void recipe(BuildRecipe recipe) throws IOException {
        json.writeNumberField("cap", recipe.cap());
        json.writeStringField("seed", Long.toUnsignedString(recipe.seed()));
        json.writeStringField("points_layout", recipe.layout().word());
        json.writeStringField("point_dtype", recipe.pointDtype());
        json.writeObjectFieldStart("rasters");
        for (RasterSpec raster : recipe.rasters()) {
            json.writeObjectFieldStart(raster.name());
            json.writeArrayFieldStart("channels");
            for (Channel channel : raster.channels()) {
                json.writeString(channel.toString());
            }
            json.writeEndArray();
            json.writeNumberField("height", raster.height());
            json.writeNumberField("width", raster.width());
            range("x", raster.x());
            range("y", raster.y());
            json.writeStringField("x_field", raster.xField().toString());
            json.writeStringField("y_field", raster.yField().toString());
            json.writeStringField("height_field", raster.heightField().toString());
            json.writeStringField("dtype", raster.dtype().toString());
            json.writeNumberField("shift", raster.shift());
            json.writeStringField("class", raster.rasterizerClass().orElse(null));
            if (!raster.rasterizerVersion().isEmpty()) {
                json.writeStringField("class_version", raster.rasterizerVersion());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
        json.writeObjectFieldStart("fields");
        for (Map.Entry<String, String> field : recipe.fields().entrySet()) {
            json.writeStringField(field.getKey(), field.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("build", recipe.build());
    }

    private void range(String name, RasterSpec.Range range) throws IOException {
        json.writeArrayFieldStart(name);
        json.writeNumber(range.min());
        json.writeNumber(range.max());
        json.writeEndArray();
    }

    private void totals(VersionTotals totals) throws IOException {
        json.writeObjectFieldStart("totals");
        json.writeNumberField("recordings", totals.recordings());
        json.writeNumberField("crops", totals.crops());
        json.writeNumberField("points", totals.points());
        json.writeNumberField("over_cap", totals.overCap());
        json.writeNumberField("bytes", totals.bytes());
        json.writeEndObject();
    }

    private void recording(RecordingEntry recording) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", recording.name());
        json.writeNumberField("crops", recording.crops());
        json.writeNumberField("points", recording.points());
        json.writeNumberField("over_cap", recording.overCap());
        json.writeStringField("built_in", recording.builtIn());
        json.writeStringField("state", recording.state().toString());
        json.writeObjectFieldStart("source");
        json.writeStringField("path", recording.source().path());
        json.writeNumberField("bytes", recording.source().bytes());
        json.writeStringField("fingerprint", recording.source().fingerprint());
        SourceRow row = recording.source().row();
        if (row != null) {
            row(row);
        }
        json.writeEndObject();
        json.writeObjectFieldStart("files");
        file("metadata", recording.files().metadata());
        file("points", recording.files().points());
        json.writeObjectFieldStart("rasters");
        for (Map.Entry<String, WrittenFile> raster : recording.files().rasters().entrySet()) {
            file(raster.getKey(), raster.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
        json.writeEndObject();
    }

    private void row(SourceRow row) throws IOException {
        json.writeObjectFieldStart("row");
        json.writeStringField("descr", row.descr());
        json.writeStringField("count_field", row.countField());
        json.writeArrayFieldStart("point_fields");
        for (String field : row.pointFields()) {
            json.writeString(field);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void file(String name, WrittenFile file) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeStringField("path", file.path());
        json.writeNumberField("bytes", file.bytes());
        json.writeStringField("crc32c", Checksums.text(file.crc32c()));
        json.writeEndObject();
    }
}

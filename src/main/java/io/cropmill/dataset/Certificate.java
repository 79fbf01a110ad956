package io.cropmill.dataset;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.dataset.manifest.BuildRecipe;
import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.dataset.manifest.RecordingEntry;
import io.cropmill.raster.RasterSpec;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Iterator;
import java.util.Optional;

/**
 * What a person keeps who deletes a recording's source: that every crop gave the same, of which bytes, into which bytes,
 * who checked it, and what is lost with the source.
 *
 * @param version that marks the recording as retired; its files lie there or where its manifest says
 * @param source root of the source, a URI
 * @param target root of the dataset, a URI
 * @param date of the proof
 * @param recipe settings that the files were made with
 */
public record Certificate(
        RecordingEntry recording,
        String version,
        String source,
        String target,
        Instant date,
        BuildRecipe recipe,
        RecordingDigests digests,
        RecordingProof.ProofOutcome proof) {
    /** The number of this form. */
    public static final int FORMAT = 2;

    private static final String START = DatasetLayout.RETIRED + "/";
    private static final String END = ".json";
    private static final JsonMapper MAPPER = new JsonMapper();

    /** Where it lies in the dataset. */
    public static String path(String recording) {
        return START + recording + END;
    }

    /** The recording whose certificate would lie at a path in the folder of certificates; nothing for other names. */
    static Optional<String> recording(String path) {
        boolean fits = path.endsWith(END) && path.length() > START.length() + END.length();
        return fits ? Optional.of(path.substring(START.length(), path.length() - END.length())) : Optional.empty();
    }

    /** UTF-8, a key a line. */
    byte[] json() {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("format", FORMAT);
        json.put("recording", recording.name());
        json.put("version", version);
        json.put("date", date.toString());
        json.put("source_root", source);
        json.put("target_root", target);
        json.put("crops", recording.crops());
        json.put("points", recording.points());
        json.put("over_cap", recording.overCap());
        ObjectNode proven = json.putObject("proof");
        proven.put("sample", 1.0).put("compared_crops", proof.crops()).put("failures", 0);
        ArrayNode remarks = proven.putArray("remarks");
        proof.remarks().forEach(remarks::add);
        ObjectNode checkedBy = proven.putObject("checked_by");
        proof.checkedBy().forEach(checkedBy::put);
        ObjectNode lost = json.putObject("lost");
        lost.put("points", proof.loss().points())
                .put("source_points", proof.loss().sourcePoints())
                .put("slots", proof.loss().slots());
        ArrayNode fields = lost.putArray("fields");
        proof.loss().fields().forEach(field -> fields.add(field.toString()));
        json.set("source", file(digests.source().path(), digests.source()));
        ArrayNode outputs = json.putArray("outputs");
        // The same bytes that were read in the version before, under the names that this one has for them.
        Iterator<FileDigest> read = digests.outputs().iterator();
        recording.files().all().forEach(output -> outputs.add(file(output.path(), read.next())));
        settings(json.putObject("settings"));
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return (MAPPER.writer(printer).writeValueAsString(json) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of text and numbers is always JSON", e);
        }
    }

    private void settings(ObjectNode settings) {
        settings.put("cap", recipe.cap());
        settings.put("seed", Long.toUnsignedString(recipe.seed()));
        settings.put("points_layout", recipe.layout().word());
        settings.put("point_dtype", recipe.pointDtype());
        ObjectNode rasters = settings.putObject("rasters");
        for (RasterSpec raster : recipe.rasters()) {
            rasters.put(raster.name(), raster.toString());
        }
        ObjectNode fields = settings.putObject("fields");
        recipe.fields().forEach(fields::put);
    }

    private static ObjectNode file(String path, FileDigest file) {
        return MAPPER.createObjectNode()
                .put("path", path)
                .put("bytes", file.bytes())
                .put("sha256", file.sha256());
    }
}

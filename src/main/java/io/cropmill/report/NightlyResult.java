package io.cropmill.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.raster.GridCounts;
import io.cropmill.text.Figures;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How the last rebuild of a dataset ended: the content of {@code nightly.json}, for a monitor and for people.
 *
 * @param code exit code, also in a cluster, where the shell does not get it
 * @param result a word: {@code done}, {@code unchanged}, ...
 * @param message text that the person got
 * @param source URI of the folder that files in messages are relative to, unless they are files of the dataset
 * @param live version that is live now, and its age
 * @param groups all recordings, by what was done with them; empty if it did not come to a plan
 * @param skipped reasons by bad recording
 * @param skippedCount numbers of bad recordings that were kept and left out
 * @param rasters points of the run that reached its rasters; without rasters of the user's own class
 * @param fullCrops number of crops of the run that leave no slot of their row free; null if rows reserve none
 * @param command command that runs it again
 */
public record NightlyResult(
        int code,
        String result,
        String message,
        String source,
        Instant started,
        Instant ended,
        Optional<Live> live,
        List<PlanGroup> groups,
        Map<String, String> skipped,
        SkippedCount skippedCount,
        List<RasterPoints> rasters,
        @Nullable Long fullCrops,
        String command) {
    /** A version that readers have. */
    public record Live(String version, Instant created) {}

    /**
     * Points of a run and one raster.
     *
     * @param nowhere names of recordings with no point in any cell
     */
    public record RasterPoints(String name, GridCounts reached, List<String> nowhere) {}

    private static final int FORMAT = 2;
    private static final int MOST_NAMES = 20;

    /** UTF-8, a key a line. */
    public byte[] json() {
        ObjectNode json = JsonTree.object();
        json.put("format", FORMAT);
        json.put("code", code);
        json.put("result", result);
        json.put("message", message);
        json.put("source", source);
        json.put("started", started.toString());
        json.put("ended", ended.toString());
        json.put("seconds", Duration.between(started, ended).toMillis() / 1000.0);
        ObjectNode version = json.putObject("live");
        live.ifPresent(found -> version.put("version", found.version())
                .put("created", found.created().toString())
                .put("age_seconds", Duration.between(found.created(), ended).toSeconds()));
        ObjectNode changes = json.putObject("recordings");
        for (PlanGroup group : groups) {
            ObjectNode change = changes.putObject(group.key());
            change.put("count", group.names().size());
            ArrayNode names = change.putArray("first");
            group.names().stream().limit(MOST_NAMES).forEach(names::add);
        }
        ObjectNode bad = json.putObject("skipped");
        bad.put("count", skipped.size());
        bad.put("kept", skippedCount.kept());
        bad.put("left_out", skippedCount.leftOut());
        ObjectNode reasons = bad.putObject("first");
        skipped.entrySet().stream().limit(MOST_NAMES).forEach(entry -> reasons.put(entry.getKey(), entry.getValue()));
        ObjectNode reached = json.putObject("rasters");
        rasters.forEach(raster -> put(reached.putObject(raster.name()), raster));
        json.put("full_crops", fullCrops);
        json.put("command", command);
        return JsonTree.text(json).getBytes(StandardCharsets.UTF_8);
    }

    private static void put(ObjectNode json, RasterPoints raster) {
        GridCounts reached = raster.reached();
        json.put("points", reached.points()).put("unreached", reached.unreached());
        json.put("outside_x", reached.outsideX()).put("outside_y", reached.outsideY());
        json.put("outside_both", reached.outsideBoth()).put("not_finite", reached.notFinite());
        ObjectNode nowhere = json.putObject("unreached_by");
        nowhere.put("count", raster.nowhere().size());
        ArrayNode names = nowhere.putArray("first");
        raster.nowhere().stream().limit(MOST_NAMES).forEach(names::add);
    }

    /** One line: {@code done, live is v000007: 2 build, new; 34 unchanged; 12.3 s, exit code 0}. */
    public String line() {
        StringBuilder line = new StringBuilder(result);
        live.ifPresent(found -> line.append(", live is ").append(found.version()));
        line.append(':');
        for (PlanGroup group : groups) {
            line.append(' ')
                    .append(Figures.count(group.names().size()))
                    .append(' ')
                    .append(group.words())
                    .append(';');
        }
        if (!skipped.isEmpty()) {
            line.append(' ')
                    .append(Figures.count(skipped.size()))
                    .append(" skipped, bad (")
                    .append(skippedCount.words())
                    .append(");");
        }
        return line + " " + Figures.seconds(Duration.between(started, ended).toNanos()) + ", exit code " + code + "\n";
    }
}

package io.cropmill.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.dataset.DatasetStatus;
import io.cropmill.dataset.LockNote;
import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.Owner;
import io.cropmill.dataset.RecordingState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * How a dataset stands, for a program. Times are ISO 8601 in UTC; what is not there is null.
 *
 * @param target URI of the dataset
 * @param now time of this machine, used for ages only
 */
public record StatusJson(String target, DatasetStatus status, Instant now) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** One object; ends with a line feed. */
    public String text() {
        ObjectNode json = MAPPER.createObjectNode();
        json.put("target", target);
        json.set("live", status.live().map(this::live).orElse(null));
        ArrayNode versions = json.putArray("versions");
        for (DatasetStatus.VersionStatus version : status.versions()) {
            versions.addObject()
                    .put("version", version.name())
                    .put(
                            "state",
                            version.stranger().isPresent()
                                    ? "stranger"
                                    : version.state().toString())
                    .put("modified", version.modified().map(Instant::toString).orElse(null));
        }
        ObjectNode pins = json.putObject("pins");
        status.pins().forEach((version, names) -> {
            ArrayNode list = pins.putArray(version);
            names.forEach(list::add);
        });
        json.set("lock", status.lock().map(StatusJson::lock).orElse(null));
        json.set("last_result", status.lastResult().orElse(null));
        ArrayNode problems = json.putArray("problems");
        status.problems().forEach(problems::add);
        return text(json);
    }

    private ObjectNode live(Manifest manifest) {
        ObjectNode live = MAPPER.createObjectNode();
        live.put("version", manifest.version());
        live.put("created", manifest.created().toString());
        live.put("published", status.published().map(Instant::toString).orElse(null));
        live.put(
                "age_seconds",
                status.published()
                        .map(time -> Duration.between(time, now).toSeconds())
                        .orElse(null));
        live.put("recordings", manifest.totals().recordings());
        live.put("crops", manifest.totals().crops());
        live.put("points", manifest.totals().points());
        live.put("over_cap", manifest.totals().overCap());
        live.put("bytes", manifest.totals().bytes());
        for (RecordingState state : List.of(RecordingState.STALE, RecordingState.RETIRED)) {
            live.put(
                    state.toString(),
                    manifest.recordings().stream()
                            .filter(recording -> recording.state() == state)
                            .count());
        }
        live.put("skipped", manifest.skipped().size());
        live.put("left_out", SkippedCount.of(manifest).leftOut());
        return live;
    }

    private static ObjectNode lock(DatasetStatus.Lock found) {
        ObjectNode lock = MAPPER.createObjectNode();
        lock.put("name", found.name());
        lock.put("held", found.held());
        lock.put("doing", found.note().map(LockNote::doing).orElse(null));
        lock.put("host", found.note().map(LockNote::owner).map(Owner::host).orElse(null));
        lock.put("pid", found.note().map(LockNote::owner).map(Owner::pid).orElse(null));
        lock.put("user", found.note().map(LockNote::owner).map(Owner::user).orElse(null));
        lock.put(
                "since",
                found.note()
                        .map(LockNote::owner)
                        .map(Owner::time)
                        .map(Instant::toString)
                        .orElse(null));
        lock.put("beat", found.note().map(LockNote::beat).orElse(null));
        lock.put("changed", found.changed().map(Instant::toString).orElse(null));
        return lock;
    }

    private static String text(ObjectNode json) {
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return MAPPER.writer(printer).writeValueAsString(json) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of text and numbers is always JSON", e);
        }
    }
}

package io.cropmill.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.dataset.DatasetStatus;
import io.cropmill.dataset.lock.LockNote;
import io.cropmill.dataset.lock.Owner;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingState;
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
    /** One object; ends with a line feed. */
    public String text() {
        ObjectNode json = JsonTree.object();
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
        return JsonTree.text(json);
    }

    private ObjectNode live(Manifest manifest) {
        ObjectNode live = JsonTree.object();
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
        ObjectNode lock = JsonTree.object();
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
}

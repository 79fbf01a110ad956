package io.cropmill.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.cropmill.dataset.DatasetStatus;
import io.cropmill.dataset.VersionState;
import io.cropmill.dataset.lock.LockNote;
import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingState;
import io.cropmill.text.Figures;
import io.cropmill.text.VisibleText;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How a dataset stands, for a person.
 *
 * @param target URI of the dataset
 * @param now time of this machine, used for ages only
 */
public record StatusText(String target, DatasetStatus status, Instant now) {
    /** For a terminal or a log; ends with a line feed. */
    public String text() {
        StringBuilder text = new StringBuilder(target).append("\n\n");
        status.live()
                .ifPresentOrElse(
                        manifest -> text.append(live(manifest)).append(holds(manifest)),
                        () -> text.append(line("live", "none")));
        text.append(line("lock", lock()));
        status.lastResult().ifPresent(result -> text.append(result(result)));
        text.append(status.versions().isEmpty() ? "" : "\n" + versions());
        text.append(status.problems().isEmpty() ? "" : "\n");
        status.problems()
                .forEach(problem -> text.append("Problem: ").append(problem).append('\n'));
        return text.toString();
    }

    private String live(Manifest manifest) {
        String since = status.published()
                .map(time -> ", live since " + time + ", " + age(time) + " ago")
                .orElse("");
        return line("live", manifest.version() + since);
    }

    private static String holds(Manifest manifest) {
        return line(
                "holds",
                Figures.counted(manifest.totals().recordings(), "recording") + ", "
                        + Figures.counted(manifest.totals().crops(), "crop") + ", "
                        + Figures.counted(manifest.totals().points(), "point") + ", "
                        + Figures.bytes(manifest.totals().bytes()) + odd(manifest));
    }

    private static String odd(Manifest manifest) {
        StringBuilder odd = new StringBuilder();
        for (RecordingState state : List.of(RecordingState.STALE, RecordingState.RETIRED)) {
            long count = manifest.recordings().stream()
                    .filter(recording -> recording.state() == state)
                    .count();
            if (count > 0) {
                odd.append("; ").append(Figures.count(count)).append(' ').append(state);
            }
        }
        long leftOut = SkippedCount.of(manifest).leftOut();
        if (leftOut > 0) {
            odd.append("; ").append(Figures.count(leftOut)).append(" left out");
        }
        return odd.toString();
    }

    private String lock() {
        Optional<DatasetStatus.Lock> lock = status.lock();
        if (lock.isEmpty() || !lock.get().held()) {
            return "free";
        }
        String name = lock.get().name();
        String changed =
                lock.get().changed().map(time -> ", last moved " + time).orElse("");
        return lock.get()
                .note()
                .map(note ->
                        name + " is held by " + note.holder() + "; heartbeat " + note.beat() + changed + advice(note))
                .orElse(name + " is held by an unknown run" + changed);
    }

    private static String advice(LockNote note) {
        return String.format(
                Locale.ROOT, " (a live one moves every %.3g s: run status again)", note.beatMillis() / 1000.0);
    }

    /** The parts that the last rebuild has written. */
    private static String result(JsonNode result) {
        StringBuilder text = new StringBuilder();
        String code = result.path("code").isIntegralNumber()
                ? ", code " + result.path("code").asText()
                : "";
        String ended = result.path("ended").isTextual()
                ? ", ended " + result.path("ended").asText()
                : "";
        text.append(line("last run", result.path("result").asText("unknown") + code + ended));
        if (result.path("code").asInt() != 0 && result.path("message").isTextual()) {
            result.path("message").asText().strip().lines().forEach(line -> text.append(line("", line)));
        }
        if (result.path("command").isTextual()) {
            text.append(line("again", result.path("command").asText()));
        }
        return text.toString();
    }

    private String versions() {
        StringBuilder text = new StringBuilder();
        for (DatasetStatus.VersionStatus version : status.versions()) {
            if (version.state() == VersionState.DISCARDED && version.stranger().isEmpty()) {
                continue;
            }
            String pins = Optional.ofNullable(status.pins().get(version.name()))
                    .map(names -> ", pinned by " + String.join(", ", names))
                    .orElse("");
            String written =
                    version.modified().map(time -> ", " + age(time) + " old").orElse("");
            text.append(line(version.name(), words(version) + written + pins));
        }
        return text.toString();
    }

    private String words(DatasetStatus.VersionStatus version) {
        return version.stranger()
                .map(why -> "no version of this dataset: " + why)
                .orElseGet(() -> words(version.state()));
    }

    private String words(VersionState state) {
        boolean held = status.lock().filter(DatasetStatus.Lock::held).isPresent();
        return switch (state) {
            case PUBLISHED -> "published";
            case UNPUBLISHED, UNFINISHED ->
                held ? "unfinished: in work, or left behind" : "left behind by a run that died";
            case REJECTED -> "rejected: its validation failed";
            case REMAINS -> "removed, except files that other versions use";
            case DISCARDED -> "removed";
        };
    }

    private String age(Instant time) {
        Duration age = Duration.between(time, now);
        if (age.toMinutes() < 1) {
            return Math.max(0, age.toSeconds()) + " s";
        }
        if (age.toHours() < 1) {
            return age.toMinutes() + " min";
        }
        return age.toDays() < 2 ? age.toHours() + " h" : age.toDays() + " days";
    }

    private static String line(String label, String value) {
        return String.format(Locale.ROOT, "%-10s%s", label, VisibleText.of(value))
                        .stripTrailing() + "\n";
    }
}

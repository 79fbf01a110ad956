package io.cropmill.rebuild;

import io.cropmill.dataset.manifest.Manifest;
import io.cropmill.dataset.manifest.RecordingState;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * How many recordings may go between two versions. Retired ones do not count: their sources are meant to go.
 *
 * @param fraction of the live version's recordings that are not retired
 */
public record VanishedLimit(double fraction) {
    private static final int MOST_TOLD = 5;

    /** Why nothing may be published when these have vanished from the source, or nothing. */
    public Optional<String> refusal(Manifest live, List<String> vanished) {
        return refusal(live, vanished, "vanished from the source", "check that the source is mounted and whole");
    }

    /** Why nothing may be published when some have vanished and others are bad and cannot stay as they were, or nothing. */
    public Optional<String> refusal(Manifest live, List<String> vanished, List<String> dropped) {
        if (dropped.isEmpty()) {
            return refusal(live, vanished);
        }
        List<String> gone = Stream.concat(dropped.stream(), vanished.stream()).toList();
        return refusal(
                live,
                gone,
                "would be gone, bad ones among them that were made under other settings",
                "fix their sources, or take the settings back until they are fixed");
    }

    private Optional<String> refusal(Manifest live, List<String> gone, String what, String advice) {
        long active = live.recordings().stream()
                .filter(entry -> entry.state() != RecordingState.RETIRED)
                .count();
        BigDecimal most = BigDecimal.valueOf(fraction).multiply(BigDecimal.valueOf(active));
        if (BigDecimal.valueOf(gone.size()).compareTo(most) <= 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d of %,d recordings %s (%s), more than max-vanished = %s allows; %s, or allow it once with"
                        + " --set max-vanished=1",
                gone.size(),
                active,
                what,
                named(gone),
                BigDecimal.valueOf(fraction).toPlainString(),
                advice));
    }

    /** The first names. */
    public static String named(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MOST_TOLD, names.size())));
        return names.size() > MOST_TOLD ? first + ", ..." : first;
    }
}

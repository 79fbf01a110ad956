package io.cropmill.rebuild;

import io.cropmill.dataset.Manifest;
import io.cropmill.dataset.RecordingState;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How many recordings may vanish between two versions. Retired ones do not count: their sources are meant to go.
 *
 * @param fraction of the live version's recordings that are not retired
 */
public record VanishedLimit(double fraction) {
    private static final int MOST_TOLD = 5;

    /** Why nothing may be published, or nothing. */
    public Optional<String> refusal(Manifest live, List<String> vanished) {
        long active = live.recordings().stream()
                .filter(entry -> entry.state() != RecordingState.RETIRED)
                .count();
        BigDecimal most = BigDecimal.valueOf(fraction).multiply(BigDecimal.valueOf(active));
        if (BigDecimal.valueOf(vanished.size()).compareTo(most) <= 0) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d of %,d recordings vanished from the source (%s), more than max-vanished = %s allows; check that the"
                        + " source is mounted and whole, or allow it once with --set max-vanished=1",
                vanished.size(),
                active,
                named(vanished),
                BigDecimal.valueOf(fraction).toPlainString()));
    }

    /** The first names. */
    public static String named(List<String> names) {
        String first = String.join(", ", names.subList(0, Math.min(MOST_TOLD, names.size())));
        return names.size() > MOST_TOLD ? first + ", ..." : first;
    }
}

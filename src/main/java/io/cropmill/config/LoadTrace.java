package io.cropmill.config;

import com.typesafe.config.ConfigOrigin;
import io.cropmill.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What one loading has met: which keys are known, where each value was written, what is wrong. The loader asks for every
 * key; keys that it did not ask for are unknown.
 */
final class LoadTrace {
    private final Set<String> known = new LinkedHashSet<>();
    private final Map<String, String> origins = new LinkedHashMap<>();
    private final Map<String, ConfigOrigin> unasked = new LinkedHashMap<>();
    private final Set<String> wrong = new LinkedHashSet<>();
    private final Problems problems;

    LoadTrace(Problems problems) {
        this.problems = problems;
    }

    void ask(String key) {
        known.add(key);
    }

    void met(String key, ConfigOrigin origin) {
        origins.put(key, Origin.of(origin));
    }

    void leftOver(String key, ConfigOrigin origin) {
        unasked.put(key, origin);
    }

    /** A key whose value is wrong is reported once, with its origin. */
    void wrong(Problem problem) {
        if (problem.key().isEmpty() || wrong.add(problem.key())) {
            problems.add(problem.from(origins.getOrDefault(problem.key(), "")));
        }
    }

    boolean isWrong(String key) {
        return wrong.contains(key);
    }

    /** Makes a value whose constructor may refuse; what it refuses is a problem, and the fallback goes on. */
    <T> T attempt(Supplier<T> constructor, T fallback) {
        try {
            return constructor.get();
        } catch (SettingsException e) {
            e.problems().forEach(this::wrong);
            return fallback;
        }
    }

    /** Makes the last value, or throws with all problems that were met. */
    <T> T finish(Supplier<T> constructor) {
        Optional<T> made = attempt(() -> Optional.of(constructor.get()), Optional.empty());
        problems.throwIfAny();
        return made.orElseThrow();
    }

    void refuseUnknown() {
        unasked.forEach((key, origin) -> {
            String meant = Suggestion.hint(key, known);
            problems.add(new Problem(key, "Unknown key " + key + " (" + Origin.of(origin) + ")" + meant));
        });
    }
}

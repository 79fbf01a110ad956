package io.cropmill.config;

import io.cropmill.text.VisibleText;

/**
 * One thing that is wrong with the settings.
 *
 * @param key full name of the key, empty where there is none
 * @param sentence what a person reads, on one line: {@code cap must be at least 1 but was 0}
 */
public record Problem(String key, String sentence) {
    public Problem {
        sentence = VisibleText.of(sentence);
    }

    Problem from(String where) {
        return where.isEmpty() ? this : new Problem(key, sentence + " (" + where + ")");
    }
}

package io.cropmill.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the key, or the field, that was probably meant. */
public final class Suggestion {
    private Suggestion() {}

    /** The nearest known key: one that differs by a few letters or in their case, or that has the same last part. */
    public static Optional<String> of(String unknown, Collection<String> known) {
        return known.stream()
                .filter(key -> distance(unknown, key) <= Math.max(2, unknown.length() / 4))
                // Short keys without a letter in common are two changes apart, too.
                .filter(key -> distance(unknown, key) < Math.max(unknown.length(), key.length()))
                .min(Comparator.comparingInt((String key) -> distance(unknown, key))
                        .thenComparing(key -> key))
                .or(() -> known.stream()
                        .filter(key -> lastPart(key).equals(lastPart(unknown)))
                        .findFirst());
    }

    /** The end of a message: {@code ; did you mean height?}, or nothing. */
    public static String hint(String unknown, Collection<String> known) {
        return of(unknown, known).map(key -> "; did you mean " + key + "?").orElse("");
    }

    private static String lastPart(String key) {
        return key.substring(key.lastIndexOf('.') + 1);
    }

    /** Levenshtein's distance, ignoring case. */
    private static int distance(String one, String other) {
        String a = one.toLowerCase(Locale.ROOT);
        String b = other.toLowerCase(Locale.ROOT);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}

package io.cropmill.npy;

import java.util.Locale;

/** Text as Python's {@code repr} shows it. */
final class PythonText {
    private PythonText() {}

    /**
     * {@code repr} of a {@code str}: single quotes unless only double quotes avoid an escape; backslash, quote and
     * all that is not {@code str.isprintable} are escaped. Which characters are assigned depends on the Unicode
     * version of the JVM, as it does on Python's.
     */
    static String repr(String text) {
        char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
        StringBuilder out = new StringBuilder(text.length() + 2).append(quote);
        text.codePoints().forEach(c -> {
            if (c == quote || c == '\\') {
                out.append('\\').append((char) c);
            } else {
                append(out, c);
            }
        });
        return out.append(quote).toString();
    }

    /** At most {@code limit} characters of a text, control characters escaped, for messages. */
    static String shown(String text, int limit) {
        StringBuilder out = new StringBuilder();
        text.codePoints().limit(limit).forEach(c -> append(out, c));
        return text.codePointCount(0, text.length()) > limit ? out + "..." : out.toString();
    }

    private static void append(StringBuilder out, int c) {
        switch (c) {
            case '\t' -> out.append("\\t");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            default -> {
                if (isPrintable(c)) {
                    out.appendCodePoint(c);
                } else {
                    out.append(escape(c));
                }
            }
        }
    }

    private static String escape(int c) {
        String format = c <= 0xFF ? "\\x%02x" : c <= 0xFFFF ? "\\u%04x" : "\\U%08x";
        return String.format(Locale.ROOT, format, c);
    }

    private static boolean isPrintable(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.SPACE_SEPARATOR -> c == ' ';
            default -> true;
        };
    }
}

package io.cropmill.report;

import java.util.Locale;

/**
 * Text from data as a reader must see it. What would be invisible, or would change how its surroundings are shown
 * (control characters, line separators, directional overrides, lone surrogates), becomes an escape such as
 * {@code \n} or {@code \u202e}.
 */
final class VisibleText {
    // Joiners have no effect beyond their word, and Persian and Indic names need them.
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private VisibleText() {}

    static String of(String text) {
        if (text.codePoints().noneMatch(VisibleText::hidden)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (hidden(point)) {
                visible.append(escape(point));
            } else {
                visible.appendCodePoint(point);
            }
        });
        return visible.toString();
    }

    private static boolean hidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> point != ZERO_WIDTH_NON_JOINER && point != ZERO_WIDTH_JOINER;
            default -> false;
        };
    }

    private static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> String.format(Locale.ROOT, point > Character.MAX_VALUE ? "\\U%08x" : "\\u%04x", point);
        };
    }
}

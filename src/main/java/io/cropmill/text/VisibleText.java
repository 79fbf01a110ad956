package io.cropmill.text;

import java.util.List;
import java.util.Locale;
import java.util.function.IntPredicate;

/**
 * Text from outside, made safe to show. What is invisible, or changes how the text around it is shown (control characters,
 * line separators, directional overrides, lone surrogates), becomes an escape such as {@code \n} or {@code \u202e}, so
 * that a name can neither forge a line of a log nor send commands to a terminal.
 */
public final class VisibleText {
    // Joiners have no effect beyond their word, and Persian and Indic names need them.
    private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
    private static final int ZERO_WIDTH_JOINER = 0x200D;

    private VisibleText() {}

    /** The text on one line. */
    public static String of(String text) {
        return escaped(text, VisibleText::isHidden);
    }

    /** The text with its line feeds and tabs: for messages of several lines, whose parts are visible already. */
    public static String lines(String text) {
        return escaped(text, point -> point != '\n' && point != '\t' && isHidden(point));
    }

    /** As {@link #of}, for HTML: between tags, or in the quotes of an attribute. */
    public static String html(String text) {
        return of(text).replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    /** As {@link #of}, for a string of JSON in a script element: no text can end that element, or open a comment in it. */
    public static String scriptJson(String text) {
        String json = of(text).replace("\\", "\\\\").replace("\"", "\\\"");
        for (String meaning : List.of("<", ">", "&", "'")) {
            json = json.replace(meaning, hex(meaning.charAt(0)));
        }
        return json;
    }

    /** True if {@link #of} changes nothing. */
    public static boolean isVisible(String text) {
        return text.codePoints().noneMatch(VisibleText::isHidden);
    }

    private static String escaped(String text, IntPredicate hidden) {
        if (text.codePoints().noneMatch(hidden)) {
            return text;
        }
        StringBuilder visible = new StringBuilder();
        text.codePoints().forEach(point -> {
            if (hidden.test(point)) {
                visible.append(escape(point));
            } else {
                visible.appendCodePoint(point);
            }
        });
        return visible.toString();
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                true;
            case Character.FORMAT -> point != ZERO_WIDTH_NON_JOINER && point != ZERO_WIDTH_JOINER;
            default -> false;
        };
    }

    /** Escapes that JSON and Java have, too: a text in quotes stays whole. */
    private static String escape(int point) {
        return switch (point) {
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            default -> {
                StringBuilder units = new StringBuilder();
                for (char unit : Character.toChars(point)) {
                    units.append(hex(unit));
                }
                yield units.toString();
            }
        };
    }

    private static String hex(char unit) {
        return String.format(Locale.ROOT, "\\u%04x", (int) unit);
    }
}

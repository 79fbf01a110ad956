package io.cropmill.report;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * HTML on its way out. Text and attribute values are escaped here and nowhere else; {@link #raw} takes only what this
 * room itself wrote. Not safe for threads.
 */
final class Markup {
    private final Appendable out;

    Markup(Appendable out) {
        this.out = out;
    }

    /** A part of the page that holds nothing from data. */
    Markup raw(String html) throws IOException {
        out.append(html);
        return this;
    }

    /** Text between tags. */
    Markup text(String text) throws IOException {
        out.append(escaped(text));
        return this;
    }

    /** A start tag with attributes: name, value, name, value. */
    Markup open(String tag, String... attributes) throws IOException {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(escaped(attributes[i + 1])).append('"');
        }
        out.append('>');
        return this;
    }

    Markup close(String tag) throws IOException {
        out.append("</").append(tag).append(">\n");
        return this;
    }

    /** A whole element that holds text only. */
    Markup element(String tag, String text, String... attributes) throws IOException {
        return open(tag, attributes).text(text).close(tag);
    }

    /** A script element that the browser keeps as data; what it holds is written by the {@link ScriptJson}. */
    ScriptJson openData(String id) throws IOException {
        open("script", "type", "application/json", "id", id);
        return new ScriptJson(out);
    }

    private static String escaped(String text) {
        String visible = VisibleText.of(text);
        StringBuilder html = new StringBuilder(visible.length() + 16);
        for (int i = 0; i < visible.length(); i++) {
            char c = visible.charAt(i);
            switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                default -> html.append(c);
            }
        }
        return html.toString();
    }
}

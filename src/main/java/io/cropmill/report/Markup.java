package io.cropmill.report;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * Writes HTML. Escapes text and attribute values; {@link #raw} takes only what this room itself wrote. Not safe for threads.
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
        out.append(VisibleText.html(text));
        return this;
    }

    /** A start tag with attributes: name, value, name, value. */
    Markup open(String tag, String... attributes) throws IOException {
        out.append('<').append(tag);
        for (int i = 0; i < attributes.length; i += 2) {
            out.append(' ').append(attributes[i]).append("=\"");
            out.append(VisibleText.html(attributes[i + 1])).append('"');
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
}

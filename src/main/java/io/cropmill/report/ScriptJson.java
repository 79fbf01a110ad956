package io.cropmill.report;

import io.cropmill.text.VisibleText;
import java.io.IOException;

/**
 * JSON inside a script element. No string can end that element or open a comment in it. Strings are made visible like
 * all text of the page. Not safe for threads.
 */
final class ScriptJson {
    private final Appendable out;
    private boolean first = true;

    ScriptJson(Appendable out) {
        this.out = out;
    }

    ScriptJson openObject() throws IOException {
        return open('{');
    }

    ScriptJson closeObject() throws IOException {
        return shut('}');
    }

    ScriptJson openList() throws IOException {
        return open('[');
    }

    ScriptJson closeList() throws IOException {
        return shut(']');
    }

    /** The name of what is written next. */
    ScriptJson name(String name) throws IOException {
        string(name);
        out.append(':');
        first = true;
        return this;
    }

    ScriptJson number(long number) throws IOException {
        separate();
        out.append(Long.toString(number));
        return this;
    }

    ScriptJson string(String text) throws IOException {
        separate();
        out.append('"').append(VisibleText.scriptJson(text)).append('"');
        return this;
    }

    private ScriptJson open(char bracket) throws IOException {
        separate();
        out.append(bracket);
        first = true;
        return this;
    }

    private ScriptJson shut(char bracket) throws IOException {
        out.append(bracket);
        first = false;
        return this;
    }

    private void separate() throws IOException {
        if (!first) {
            out.append(',');
        }
        first = false;
    }
}

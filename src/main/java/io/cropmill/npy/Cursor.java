package io.cropmill.npy;

/** A place in a header's text that moves forward. */
final class Cursor {
    /** What {@link #peek} gives behind the last character; Python source holds no such character. */
    static final char END = '\0';

    private final HeaderText source;
    private final String text;
    private int index;

    Cursor(HeaderText source) {
        this.source = source;
        this.text = source.text();
    }

    int index() {
        return index;
    }

    boolean atEnd() {
        return index >= text.length();
    }

    char peek() {
        return peek(0);
    }

    char peek(int ahead) {
        return index + ahead < text.length() ? text.charAt(index + ahead) : END;
    }

    boolean startsWith(String prefix) {
        return text.startsWith(prefix, index);
    }

    void skip(int characters) {
        index += characters;
    }

    char take() {
        return text.charAt(index++);
    }

    String since(int start) {
        return text.substring(start, index);
    }

    void skipSpace() {
        while (!atEnd() && " \t\n\r\f".indexOf(text.charAt(index)) >= 0) {
            index++;
        }
    }

    /** The error that something else was expected here. */
    NpyException expected(String what) {
        return expected(what, index);
    }

    /** The error that something else was expected at an earlier place; shows what stands from there to here. */
    NpyException expected(String what, int start) {
        return source.expected(what, start, Math.min(text.length(), Math.max(index, start + 1)));
    }
}

package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.nio.charset.Charset;

/**
 * The decoded header, able to say where in the file each character stands.
 *
 * @param firstByte offset of the header in the file
 * @param advice remedy of a mistake, with the separator before it; or empty
 */
record HeaderText(String file, String text, long firstByte, Charset charset, String advice) {
    private static final int SHOWN = 60;

    /** The same, with other advice. */
    HeaderText advising(String other) {
        return new HeaderText(file, text, firstByte, charset, other);
    }

    /** {@code [file] Expected what at byte N, but found ...}, with what stands between two indices. */
    NpyException expected(String what, int start, int end) {
        return expected(what, "", start, excerpt(start, end));
    }

    /** {@code [file] Expected what at byte N: wanted, but found found; advice}. */
    NpyException expected(String what, String wanted, int index, String found) {
        String place = wanted.isEmpty() ? "" : ": " + wanted;
        return new NpyException("[" + file + "] Expected " + what + " at byte " + Figures.count(byteOf(index)) + place
                + ", but found " + found + advice);
    }

    String excerpt(Literal literal) {
        return excerpt(literal.start(), literal.end());
    }

    private String excerpt(int start, int end) {
        return start >= text.length() ? "the end of the header" : PythonText.shown(text.substring(start, end), SHOWN);
    }

    private long byteOf(int index) {
        return firstByte + text.substring(0, index).getBytes(charset).length;
    }
}

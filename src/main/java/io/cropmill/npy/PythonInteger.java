package io.cropmill.npy;

import java.util.regex.Pattern;

/** The spellings of an integer in Python source. */
final class PythonInteger {
    private static final Pattern DECIMAL = Pattern.compile("0(_?0)*+|[1-9](_?[0-9])*+");
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX](_?[0-9a-fA-F])++");
    private static final Pattern OCTAL = Pattern.compile("0[oO](_?[0-7])++");
    private static final Pattern BINARY = Pattern.compile("0[bB](_?[01])++");

    private PythonInteger() {}

    /** 10, 16, 8 or 2; 0 if it is no integer. */
    static int radix(String source) {
        if (DECIMAL.matcher(source).matches()) {
            return 10;
        }
        if (HEXADECIMAL.matcher(source).matches()) {
            return 16;
        }
        return OCTAL.matcher(source).matches() ? 8 : BINARY.matcher(source).matches() ? 2 : 0;
    }

    static String bareDigits(String source, int radix) {
        return (radix == 10 ? source : source.substring(2)).replace("_", "");
    }
}

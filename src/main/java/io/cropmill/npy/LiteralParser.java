package io.cropmill.npy;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads the part of Python's literals that headers are made of: {@code str}, {@code int}, {@code True}, {@code False},
 * {@code None}, tuples, lists and dictionaries with {@code str} keys. Depth is bounded, so no header overflows the stack.
 */
final class LiteralParser {
    private static final int MAX_DEPTH = 100;
    private static final int MAX_DIGITS = 80;

    private final Cursor cursor;
    private final boolean skipsLongSuffix;

    private LiteralParser(HeaderText source, boolean skipsLongSuffix) {
        this.cursor = new Cursor(source);
        this.skipsLongSuffix = skipsLongSuffix;
    }

    static Literal parse(HeaderText source) throws NpyException {
        return new LiteralParser(source, false).whole();
    }

    /** As {@link #parse}, but an {@code L} after an integer is skipped: Python 2 wrote {@code (2L,)}. */
    static Literal parsePython2(HeaderText source) throws NpyException {
        return new LiteralParser(source, true).whole();
    }

    private Literal whole() throws NpyException {
        Literal value = value(0);
        cursor.skipSpace();
        if (!cursor.atEnd()) {
            throw cursor.expected("the end of the header");
        }
        return value;
    }

    private Literal value(int depth) throws NpyException {
        cursor.skipSpace();
        if (depth > MAX_DEPTH) {
            throw cursor.expected("at most " + MAX_DEPTH + " nested brackets");
        }
        if (StringLiteral.startsAt(cursor)) {
            return StringLiteral.read(cursor);
        }
        return switch (cursor.peek()) {
            case '(' -> parenthesis(depth);
            case '[' -> sequence(depth);
            case '{' -> mapping(depth);
            case '+', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> whole(cursor.index());
            default -> keyword();
        };
    }

    /** {@code (x)} is x itself, {@code (x,)} a tuple. */
    private Literal parenthesis(int depth) throws NpyException {
        int start = cursor.index();
        List<Literal> items = new ArrayList<>();
        boolean comma = items(depth, ')', items);
        return items.size() == 1 && !comma ? items.get(0) : new Literal.TupleLiteral(start, cursor.index(), items);
    }

    private Literal sequence(int depth) throws NpyException {
        int start = cursor.index();
        List<Literal> items = new ArrayList<>();
        items(depth, ']', items);
        return new Literal.Sequence(start, cursor.index(), items);
    }

    /** Reads up to the closing bracket; true if the last item has a comma behind it. */
    private boolean items(int depth, char close, List<Literal> items) throws NpyException {
        cursor.skip(1);
        boolean comma = false;
        while (!closes(close)) {
            if (!items.isEmpty() && !comma) {
                throw cursor.expected("a comma or " + close);
            }
            items.add(value(depth + 1));
            comma = takesComma();
        }
        return comma;
    }

    private Literal mapping(int depth) throws NpyException {
        int start = cursor.index();
        cursor.skip(1);
        Map<String, Literal> entries = new LinkedHashMap<>();
        boolean comma = true;
        while (!closes('}')) {
            if (!comma) {
                throw cursor.expected("a comma or }");
            }
            entry(depth, entries);
            comma = takesComma();
        }
        return new Literal.Mapping(start, cursor.index(), entries);
    }

    private void entry(int depth, Map<String, Literal> entries) throws NpyException {
        if (!StringLiteral.startsAt(cursor)) {
            throw cursor.expected("a key in quotes");
        }
        Literal.TextLiteral key = StringLiteral.read(cursor);
        if (cursor.peek() != ':') {
            throw cursor.expected("a colon");
        }
        cursor.skip(1);
        if (entries.put(key.value(), value(depth + 1)) != null) {
            throw cursor.expected("each key once", key.start());
        }
    }

    private boolean closes(char close) {
        cursor.skipSpace();
        boolean closed = cursor.peek() == close;
        cursor.skip(closed ? 1 : 0);
        return closed;
    }

    private boolean takesComma() {
        return closes(',');
    }

    private Literal whole(int start) throws NpyException {
        boolean negative = cursor.peek() == '-';
        cursor.skip(negative || cursor.peek() == '+' ? 1 : 0);
        cursor.skipSpace();
        int digits = cursor.index();
        while ((Character.isLetterOrDigit(cursor.peek()) && !isLongSuffix()) || "._".indexOf(cursor.peek()) >= 0) {
            cursor.skip(1);
        }
        int end = cursor.index();
        long value = parse(cursor.since(digits), negative, start);
        skipLongSuffix();
        return new Literal.Whole(start, end, value);
    }

    private boolean isLongSuffix() {
        return skipsLongSuffix && cursor.peek() == 'L' && !Character.isLetterOrDigit(cursor.peek(1));
    }

    private void skipLongSuffix() {
        cursor.skipSpace();
        cursor.skip(isLongSuffix() ? 1 : 0);
    }

    /** Decimal without leading zeros, 0x, 0o or 0b; single underscores between digits. */
    private long parse(String digits, boolean negative, int start) throws NpyException {
        int radix = digits.length() > MAX_DIGITS ? 0 : PythonInteger.radix(digits);
        if (radix == 0) {
            throw cursor.expected("an integer", start);
        }
        BigInteger value = new BigInteger(PythonInteger.bareDigits(digits, radix), radix);
        if (value.bitLength() >= Long.SIZE) {
            throw cursor.expected("an integer of at most 63 bits", start);
        }
        return negative ? -value.longValue() : value.longValue();
    }

    private Literal keyword() throws NpyException {
        int start = cursor.index();
        while (Character.isLetterOrDigit(cursor.peek()) || cursor.peek() == '_') {
            cursor.skip(1);
        }
        int end = cursor.index();
        return switch (cursor.since(start)) {
            case "True" -> new Literal.Truth(start, end, true);
            case "False" -> new Literal.Truth(start, end, false);
            case "None" -> new Literal.Nothing(start, end);
            default -> throw cursor.expected("a value", start);
        };
    }

    /** The spellings of an integer in Python source. */
    private static final class PythonInteger {
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
}

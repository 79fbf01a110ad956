package io.cropmill.plain;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Python literal that stands in a {@code .npy} header, read by descent: {@code str} is a String, {@code int} a Long,
 * {@code True} a Boolean, {@code [...]} a List, {@code {...}} a Map, and {@code (...)} a {@link Tuple}.
 */
final class PythonLiteral {
    private static final int DEEPEST = 100;
    private static final int SHOWN = 60;

    private final String file;
    private final String text;
    private final boolean python2;
    private int at;

    /** {@code (...)} with a comma, or empty. */
    record Tuple(List<Object> items) {}

    /** {@code None}. */
    enum Constant {
        NONE
    }

    private PythonLiteral(String file, String text, boolean python2) {
        this.file = file;
        this.text = text;
        this.python2 = python2;
    }

    /**
     * Reads a whole header.
     *
     * @param python2 true if {@code L} may follow an integer, as Python 2 wrote it
     */
    static Object read(String file, String text, boolean python2) throws PlainException {
        PythonLiteral literal = new PythonLiteral(file, text, python2);
        Object value = literal.value(0);
        literal.space();
        if (literal.at < text.length()) {
            throw literal.expected("the end of the header");
        }
        return value;
    }

    private Object value(int depth) throws PlainException {
        space();
        if (depth > DEEPEST) {
            throw expected("at most " + DEEPEST + " nested brackets");
        }
        char first = peek(0);
        if (startsText()) {
            return string();
        }
        if (first == '(') {
            List<Object> items = new ArrayList<>();
            boolean comma = items(depth, ')', items);
            return items.size() == 1 && !comma ? items.get(0) : new Tuple(items);
        }
        if (first == '[') {
            List<Object> items = new ArrayList<>();
            items(depth, ']', items);
            return items;
        }
        if (first == '{') {
            return mapping(depth);
        }
        return first == '+' || first == '-' || isDigit(first) ? integer() : word();
    }

    private boolean items(int depth, char close, List<Object> items) throws PlainException {
        at++;
        boolean comma = true;
        while (!takes(close)) {
            if (!comma) {
                throw expected("a comma or " + close);
            }
            items.add(value(depth + 1));
            comma = takes(',');
        }
        return comma;
    }

    private Map<String, Object> mapping(int depth) throws PlainException {
        at++;
        Map<String, Object> entries = new LinkedHashMap<>();
        boolean comma = true;
        while (!takes('}')) {
            if (!comma) {
                throw expected("a comma or }");
            }
            if (!startsText()) {
                throw expected("a key in quotes");
            }
            String key = string();
            if (!takes(':')) {
                throw expected("a colon");
            }
            if (entries.put(key, value(depth + 1)) != null) {
                throw expected("each key once");
            }
            comma = takes(',');
        }
        return entries;
    }

    private boolean takes(char wanted) {
        space();
        boolean there = peek(0) == wanted;
        at += there ? 1 : 0;
        return there;
    }

    private void space() {
        while (at < text.length() && " \t\n\r\f".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char peek(int ahead) {
        return at + ahead < text.length() ? text.charAt(at + ahead) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private Object word() throws PlainException {
        int start = at;
        while (Character.isLetterOrDigit(peek(0)) || peek(0) == '_') {
            at++;
        }
        return switch (text.substring(start, at)) {
            case "True" -> Boolean.TRUE;
            case "False" -> Boolean.FALSE;
            case "None" -> Constant.NONE;
            default -> throw expected("a value", start);
        };
    }

    private Long integer() throws PlainException {
        int start = at;
        boolean negative = peek(0) == '-';
        at += negative || peek(0) == '+' ? 1 : 0;
        space();
        StringBuilder digits = new StringBuilder();
        while (Character.isLetterOrDigit(peek(0)) || peek(0) == '_' || peek(0) == '.') {
            if (python2 && peek(0) == 'L' && !Character.isLetterOrDigit(peek(1))) {
                break;
            }
            digits.append(peek(0));
            at++;
        }
        space();
        at += python2 && peek(0) == 'L' ? 1 : 0;
        BigInteger value = number(digits.toString(), start);
        if (value.bitLength() >= Long.SIZE) {
            throw expected("an integer of at most 63 bits", start);
        }
        return negative ? -value.longValue() : value.longValue();
    }

    /** Decimal without leading zeros, or 0x, 0o, 0b; single underscores stand between digits. */
    private BigInteger number(String digits, int start) throws PlainException {
        String lower = digits.toLowerCase(java.util.Locale.ROOT);
        int radix = lower.startsWith("0x") ? 16 : lower.startsWith("0o") ? 8 : lower.startsWith("0b") ? 2 : 10;
        String bare = radix == 10 ? digits : digits.substring(2);
        boolean leadingZero = radix == 10 && bare.startsWith("0") && !bare.matches("0(_?0)*+");
        String ahead = radix == 10 ? bare : "0" + bare;
        if (digits.length() > 80 || leadingZero || !ahead.matches("[0-9a-fA-F](_?[0-9a-fA-F])*+") || bare.isEmpty()) {
            throw expected("an integer", start);
        }
        try {
            return new BigInteger(bare.replace("_", ""), radix);
        } catch (NumberFormatException e) {
            throw expected("an integer", start);
        }
    }

    private boolean startsText() {
        char first = peek(0);
        return isQuote(first) || ("rRuU".indexOf(first) >= 0 && isQuote(peek(1)));
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    /** Literals that follow each other are one. */
    private String string() throws PlainException {
        StringBuilder value = new StringBuilder();
        while (startsText()) {
            boolean raw = peek(0) == 'r' || peek(0) == 'R';
            at += isQuote(peek(0)) ? 0 : 1;
            String quote = String.valueOf(peek(0));
            quote = text.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
            at += quote.length();
            while (!text.startsWith(quote, at)) {
                if (at >= text.length() || (quote.length() == 1 && peek(0) == '\n')) {
                    throw expected("a closing quote");
                }
                character(raw, value);
            }
            at += quote.length();
            space();
        }
        return value.toString();
    }

    private void character(boolean raw, StringBuilder value) throws PlainException {
        char c = text.charAt(at++);
        if (c == '\0') {
            throw expected("text without NUL characters");
        }
        if (c != '\\') {
            value.append(c);
            return;
        }
        if (at >= text.length()) {
            throw expected("a character after the backslash");
        }
        char escaped = text.charAt(at++);
        if (raw) {
            value.append(c).append(escaped);
            return;
        }
        int simple = "abfnrtv\\'\"".indexOf(escaped);
        if (simple >= 0) {
            value.append("\u0007\b\f\n\r\t\u000b\\'\"".charAt(simple));
        } else if (escaped == 'x' || escaped == 'u' || escaped == 'U') {
            hexadecimal(escaped == 'x' ? 2 : escaped == 'u' ? 4 : 8, value);
        } else if (escaped >= '0' && escaped <= '7') {
            int code = escaped - '0';
            for (int i = 1; i < 3 && peek(0) >= '0' && peek(0) <= '7'; i++) {
                code = code * 8 + text.charAt(at++) - '0';
            }
            value.append((char) code);
        } else if (escaped == 'N') {
            throw expected("an escape other than \\N{...}", at - 2);
        } else if (escaped != '\n') {
            value.append(c).append(escaped);
        }
    }

    private void hexadecimal(int digits, StringBuilder value) throws PlainException {
        String hex = text.substring(at, Math.min(text.length(), at + digits));
        if (!hex.matches("[0-9a-fA-F]{" + digits + "}") || Long.parseLong(hex, 16) > Character.MAX_CODE_POINT) {
            throw expected(digits + " hexadecimal digits of a character");
        }
        value.appendCodePoint(Integer.parseInt(hex, 16));
        at += digits;
    }

    private PlainException expected(String what) {
        return expected(what, at);
    }

    private PlainException expected(String what, int start) {
        int end = Math.min(text.length(), Math.max(at, start + 1));
        String found = start >= text.length() ? "the end of the header" : excerpt(text.substring(start, end));
        return new PlainException("[" + file + "] Expected " + what + " at character " + start
                + " of the header, but found " + found + "; save the array again with numpy.save");
    }

    /** The start of a text, in which nothing can steer a terminal. */
    static String excerpt(String text) {
        String start = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return start.replaceAll("\\p{C}", "?");
    }
}

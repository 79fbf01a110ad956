package io.cropmill.npy;

/** Reads Python string literals: both quotes, tripled or not, prefixes {@code r} and {@code u}, all escapes but {@code \N}. */
final class StringLiteral {
    private final Cursor cursor;
    private final StringBuilder value = new StringBuilder();

    private StringLiteral(Cursor cursor) {
        this.cursor = cursor;
    }

    static boolean startsAt(Cursor cursor) {
        return isQuote(cursor.peek()) || ("rRuU".indexOf(cursor.peek()) >= 0 && isQuote(cursor.peek(1)));
    }

    /** Literals that follow each other are one, as in Python. */
    static Literal.TextLiteral read(Cursor cursor) throws NpyException {
        int start = cursor.index();
        int end = start;
        StringLiteral literal = new StringLiteral(cursor);
        while (startsAt(cursor)) {
            literal.readOne();
            end = cursor.index();
            cursor.skipSpace();
        }
        return new Literal.TextLiteral(start, end, literal.value.toString());
    }

    private static boolean isQuote(char c) {
        return c == '\'' || c == '"';
    }

    private void readOne() throws NpyException {
        boolean raw = Character.toLowerCase(cursor.peek()) == 'r';
        cursor.skip(isQuote(cursor.peek()) ? 0 : 1);
        String one = String.valueOf(cursor.peek());
        String quotes = cursor.startsWith(one.repeat(3)) ? one.repeat(3) : one;
        cursor.skip(quotes.length());
        while (!cursor.startsWith(quotes)) {
            if (cursor.atEnd() || (quotes.length() == 1 && cursor.peek() == '\n')) {
                throw cursor.expected("a closing quote");
            }
            readCharacter(raw);
        }
        cursor.skip(quotes.length());
    }

    private void readCharacter(boolean raw) throws NpyException {
        int start = cursor.index();
        char c = cursor.take();
        if (c == '\0') {
            throw cursor.expected("text without NUL characters", start);
        }
        if (c != '\\') {
            value.append(c);
        } else if (cursor.atEnd()) {
            throw cursor.expected("a character after the backslash");
        } else if (raw) {
            value.append(c).append(cursor.take());
        } else {
            readEscape(start);
        }
    }

    private void readEscape(int start) throws NpyException {
        char c = cursor.take();
        switch (c) {
            case '\n' -> {}
            case '\\', '\'', '"' -> value.append(c);
            case 'a' -> value.append('\u0007');
            case 'b' -> value.append('\b');
            case 'f' -> value.append('\f');
            case 'n' -> value.append('\n');
            case 'r' -> value.append('\r');
            case 't' -> value.append('\t');
            case 'v' -> value.append('\u000b');
            case 'x' -> readHex(start, 2);
            case 'u' -> readHex(start, 4);
            case 'U' -> readHex(start, 8);
            case 'N' -> throw cursor.expected("an escape other than \\N{...}", start);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> readOctal(c - '0');
            default -> value.append('\\').append(c);
        }
    }

    private void readHex(int start, int digits) throws NpyException {
        long code = 0;
        for (int i = 0; i < digits; i++) {
            int digit = cursor.peek() < 0x80 ? Character.digit(cursor.peek(), 16) : -1;
            if (digit < 0) {
                throw cursor.expected(digits + " hexadecimal digits", start);
            }
            code = code * 16 + digit;
            cursor.skip(1);
        }
        if (code > Character.MAX_CODE_POINT) {
            throw cursor.expected("a code point up to 10ffff", start);
        }
        value.appendCodePoint((int) code);
    }

    private void readOctal(int first) {
        int code = first;
        for (int i = 1; i < 3 && cursor.peek() >= '0' && cursor.peek() <= '7'; i++) {
            code = code * 8 + cursor.take() - '0';
        }
        value.append((char) code);
    }
}

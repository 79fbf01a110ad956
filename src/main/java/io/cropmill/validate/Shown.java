package io.cropmill.validate;

import java.util.Locale;

/** Numbers in messages. */
final class Shown {
    private Shown() {}

    /** {@code 1,234,567}. */
    static String number(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

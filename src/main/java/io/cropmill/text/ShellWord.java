package io.cropmill.text;

import java.util.regex.Pattern;

/** Text as one word of a command line that can be pasted into a shell. */
public final class ShellWord {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9%@_+=:,./~-]+");

    private ShellWord() {}

    /** As it is where a shell takes it so, else in quotes. */
    public static String of(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}

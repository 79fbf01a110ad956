package io.cropmill.config;

/**
 * A setting that was given beside the file.
 *
 * @param origin what gave it, in the user's words: {@code --set}, {@code option}
 * @param pair {@code key=value}
 */
public record SettingOverride(String origin, String pair) {
    /** A pair behind {@code --set}. */
    public static SettingOverride set(String pair) {
        return new SettingOverride("--set", pair);
    }
}

package io.cropmill.text;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Numbers as text: decimal units, thousands separated by commas, a point before decimals. */
public final class Figures {
    private static final String[] UNITS = {"kB", "MB", "GB", "TB", "PB", "EB"};
    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double GIGABYTE = 1e9;

    private Figures() {}

    /** {@code 1,234,567}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 1 recording}, {@code 2,000 recordings}. */
    public static String counted(long number, String what) {
        return count(number) + " " + what + (number == 1 ? "" : "s");
    }

    /** {@code 999 B}, {@code 1.00 kB}, {@code 51.05 GB}: powers of 1000. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double value = bytes / 1000.0;
        int unit = 0;
        // 999.995 would be printed as 1000.00.
        while (value >= 999.995) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.2f %s", value, UNITS[unit]);
    }

    /** {@code 27.6 GB}, for a sentence. */
    public static String roughly(long bytes) {
        String exact = bytes(bytes);
        int unit = exact.indexOf(' ');
        double divisor = bytes < 1000 ? 1 : Math.pow(1000, List.of(UNITS).indexOf(exact.substring(unit + 1)) + 1);
        return bytes < 1000 ? exact : String.format(Locale.ROOT, "%.1f", bytes / divisor) + exact.substring(unit);
    }

    /** {@code 0.68 GB/s}, below a tenth of it {@code 12.30 MB/s}; {@code -} if no time has passed. */
    public static String rate(long bytes, long nanos) {
        if (nanos <= 0) {
            return "-";
        }
        double perSecond = bytes * NANOS_PER_SECOND / nanos;
        return perSecond >= GIGABYTE / 10
                ? String.format(Locale.ROOT, "%.2f GB/s", perSecond / GIGABYTE)
                : bytes((long) perSecond) + "/s";
    }

    /** {@code 53.1 %}; {@code -} if the whole is nothing. */
    public static String percent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100.0 * part / whole);
    }

    /** {@code 46 %}, for a sentence; {@code -} if the whole is nothing. */
    public static String roughPercent(long part, long whole) {
        return whole == 0 ? "-" : String.format(Locale.ROOT, "%.0f %%", 100.0 * part / whole);
    }

    /** {@code 0:07}, {@code 59:59}, {@code 1:00:00}; a begun second counts. */
    public static String clock(long nanos) {
        long seconds = Math.floorDiv(nanos + TimeUnit.SECONDS.toNanos(1) - 1, TimeUnit.SECONDS.toNanos(1));
        long minutes = seconds / 60;
        return minutes < 60
                ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
    }

    /** {@code 12.3 s}. */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%,.1f s", nanos / NANOS_PER_SECOND);
    }
}

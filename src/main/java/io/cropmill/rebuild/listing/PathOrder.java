package io.cropmill.rebuild.listing;

import io.cropmill.storage.StoragePath;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Order of paths in which runs of digits count as numbers of any length: {@code part-2} comes before {@code part-10}. */
final class PathOrder implements Comparator<String> {
    static final PathOrder BY_NUMBERS = new PathOrder();

    private static final Pattern PART = Pattern.compile("[0-9]+|[^0-9]+");

    private PathOrder() {}

    @Override
    public int compare(String left, String right) {
        Matcher lefts = PART.matcher(left);
        Matcher rights = PART.matcher(right);
        while (true) {
            boolean more = lefts.find();
            if (!rights.find()) {
                return more ? 1 : StoragePath.UTF8_ORDER.compare(left, right);
            }
            if (!more) {
                return -1;
            }
            int order = compareParts(lefts.group(), rights.group());
            if (order != 0) {
                return order;
            }
        }
    }

    private static int compareParts(String left, String right) {
        if (!isNumber(left) || !isNumber(right)) {
            return StoragePath.UTF8_ORDER.compare(left, right);
        }
        String leftDigits = left.replaceFirst("^0+", "");
        String rightDigits = right.replaceFirst("^0+", "");
        return leftDigits.length() != rightDigits.length()
                ? Integer.compare(leftDigits.length(), rightDigits.length())
                : leftDigits.compareTo(rightDigits);
    }

    private static boolean isNumber(String part) {
        return part.charAt(0) >= '0' && part.charAt(0) <= '9';
    }
}

package io.cropmill.plain;

import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Crop fields that the folders {@code name=value/} of a source's Parquet files stand for, as the proof reads them off the
 * paths: int64 where every value is a whole number that fits, float64 where every value is a number and no whole one is
 * rounded, else text as wide as the longest.
 *
 * @param names names in the order of the folders of the first path, runs of digits compared as numbers
 * @param types NumPy's text for the type of each, {@code <i8}, {@code <f8} or {@code <U12}
 */
public record PlainPartitions(List<String> names, List<String> types) implements Serializable {
    /** No folder is a field. */
    public static final PlainPartitions NONE = new PlainPartitions(List.of(), List.of());

    private static final int EXACT_BITS = 53;
    private static final int HEX = 16;

    public PlainPartitions {
        names = List.copyOf(names);
        types = List.copyOf(types);
    }

    /**
     * The fields of a source.
     *
     * @param paths paths of all its files that hold rows
     * @param recordingName name of the folders that name recordings, which are no field
     */
    public static PlainPartitions of(Collection<String> paths, String recordingName) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        List<String> sorted = new ArrayList<>(paths);
        sorted.sort(Comparator.comparing(PlainPartitions::sortKey));
        for (String path : sorted) {
            folders(path).forEach((name, value) -> {
                if (!name.equals(recordingName)) {
                    values.computeIfAbsent(name, first -> new ArrayList<>()).add(value);
                }
            });
        }
        return new PlainPartitions(
                List.copyOf(values.keySet()),
                values.values().stream().map(PlainPartitions::type).toList());
    }

    List<PlainField> fields() {
        List<PlainField> fields = new ArrayList<>();
        for (int field = 0; field < names.size(); field++) {
            fields.add(new PlainField(names.get(field), types.get(field), List.of()));
        }
        return fields;
    }

    /** The value of a field in a file, packed: whole numbers, floating ones, or text in UTF-32 with zeros behind it. */
    byte[] value(int field, String path) throws PlainException {
        String name = names.get(field);
        String value = folders(path).get(name);
        PlainField type = fields().get(field);
        if (value == null || !fits(value, type)) {
            throw new PlainException("[" + path + "] Expected a folder '" + name + "=' with a value of type "
                    + type.scalar() + ", but found " + (value == null ? "none" : "'" + value + "'"));
        }
        ByteBuffer bytes = ByteBuffer.allocate(type.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        switch (type.kind()) {
            case 'i' -> bytes.putLong(Long.parseLong(value));
            case 'f' -> bytes.putDouble(Double.parseDouble(value));
            default -> value.codePoints().forEach(bytes::putInt);
        }
        return bytes.array();
    }

    private static boolean fits(String value, PlainField type) {
        return switch (type.kind()) {
            case 'i' -> isWhole(value, Long.SIZE - 1);
            case 'f' -> isExact(value);
            default -> value.codePoints().count() * Integer.BYTES <= type.bytes();
        };
    }

    private static String type(List<String> values) {
        if (values.stream().allMatch(value -> isWhole(value, Long.SIZE - 1))) {
            return "<i8";
        }
        if (values.stream().allMatch(PlainPartitions::isExact)) {
            return "<f8";
        }
        long longest = 1;
        for (String value : values) {
            longest = Math.max(longest, value.codePoints().count());
        }
        return "<U" + longest;
    }

    /** A whole number of so many bits beside its sign. */
    private static boolean isWhole(String value, int bits) {
        int start = afterSign(value, 0);
        return start < value.length()
                && afterDigits(value, start) == value.length()
                && new BigInteger(value).bitLength() <= bits;
    }

    /** A number that float64 holds, whole ones to the last digit. */
    private static boolean isExact(String value) {
        int start = afterSign(value, 0);
        int whole = afterDigits(value, start);
        if (whole > start && whole == value.length()) {
            BigInteger number = new BigInteger(value).abs();
            return number.compareTo(BigInteger.ONE.shiftLeft(EXACT_BITS)) <= 0;
        }
        boolean hasPoint = whole < value.length() && value.charAt(whole) == '.';
        int end = hasPoint ? afterDigits(value, whole + 1) : whole;
        int digits = end - start - (hasPoint ? 1 : 0);
        if (end < value.length() && (value.charAt(end) == 'e' || value.charAt(end) == 'E')) {
            int exponent = afterSign(value, end + 1);
            end = afterDigits(value, exponent);
            digits = end > exponent ? digits : 0;
        }
        return value.equals("NaN") || digits > 0 && end == value.length();
    }

    private static int afterSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '+' || text.charAt(at) == '-') ? at + 1 : at;
    }

    private static int afterDigits(String text, int at) {
        int end = at;
        while (end < text.length() && isDigit(text.charAt(end))) {
            end++;
        }
        return end;
    }

    private static boolean isDigit(char letter) {
        return letter >= '0' && letter <= '9';
    }

    /** Values by name; where a name stands twice, the inner folder counts. */
    private static Map<String, String> folders(String path) {
        Map<String, String> folders = new LinkedHashMap<>();
        int start = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', start)) {
            int equals = path.indexOf('=', start);
            if (equals > start && equals < slash) {
                folders.put(decoded(path.substring(start, equals)), decoded(path.substring(equals + 1, slash)));
            }
            start = slash + 1;
        }
        return folders;
    }

    /** Text whose bytes are written as {@code %20} here and there. */
    private static String decoded(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = 0;
        for (int at = 0; at < bytes.length; at++) {
            int high = at + 2 < bytes.length && bytes[at] == '%' ? hex(bytes[at + 1]) : -1;
            int low = high < 0 ? -1 : hex(bytes[at + 2]);
            boolean isEscape = low >= 0;
            bytes[length++] = isEscape ? (byte) (high * HEX + low) : bytes[at];
            at += isEscape ? 2 : 0;
        }
        return new String(Arrays.copyOf(bytes, length), StandardCharsets.UTF_8);
    }

    private static int hex(byte letter) {
        return "0123456789abcdef".indexOf(Character.toLowerCase((char) letter));
    }

    /** Text that sorts as the path does when its runs of digits are compared as numbers. */
    private static String sortKey(String path) {
        StringBuilder key = new StringBuilder();
        int at = 0;
        while (at < path.length()) {
            int end = afterDigits(path, at);
            if (end == at) {
                key.append(path.charAt(at++));
                continue;
            }
            String digits = path.substring(at, end).replaceFirst("^0+", "");
            key.append(at == 0 ? '0' : '\0').append((char) digits.length()).append(digits);
            at = end;
        }
        return key + "\0" + path;
    }
}

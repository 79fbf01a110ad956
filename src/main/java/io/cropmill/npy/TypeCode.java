package io.cropmill.npy;

import io.cropmill.npy.ScalarType.ScalarKind;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** NumPy's names of scalar types: {@code <f4}, {@code f4}, {@code f}, {@code float32}. */
final class TypeCode {
    private static final Pattern CODE = Pattern.compile("([<>=|]?)([A-Za-z?])([0-9]{0,10})(\\[[^\\[\\]]+])?");

    private static final Pattern OBJECT = Pattern.compile("[<>=|]?(O[0-9]{0,10}|T[0-9]{0,10}|object)");

    private static final Pattern UNIT =
            Pattern.compile("([0-9]{0,10})(Y|M|W|D|h|m|s|ms|us|\u03bcs|ns|ps|fs|as|generic)");

    /** One letter without a size, as 64-bit Linux understands it, and names, both in sized form. */
    private static final Map<String, String> LONG_FORMS = Map.ofEntries(
            Map.entry("?", "b1"),
            Map.entry("b", "i1"),
            Map.entry("B", "u1"),
            Map.entry("h", "i2"),
            Map.entry("H", "u2"),
            Map.entry("i", "i4"),
            Map.entry("I", "u4"),
            Map.entry("l", "i8"),
            Map.entry("L", "u8"),
            Map.entry("q", "i8"),
            Map.entry("Q", "u8"),
            Map.entry("p", "i8"),
            Map.entry("P", "u8"),
            Map.entry("e", "f2"),
            Map.entry("f", "f4"),
            Map.entry("d", "f8"),
            Map.entry("g", "f16"),
            Map.entry("F", "c8"),
            Map.entry("D", "c16"),
            Map.entry("G", "c32"),
            Map.entry("c", "S1"),
            Map.entry("S", "S0"),
            Map.entry("a", "S0"),
            Map.entry("U", "U0"),
            Map.entry("V", "V0"),
            Map.entry("M", "M8"),
            Map.entry("m", "m8"),
            Map.entry("bool", "b1"),
            Map.entry("int8", "i1"),
            Map.entry("int16", "i2"),
            Map.entry("int32", "i4"),
            Map.entry("int64", "i8"),
            Map.entry("uint8", "u1"),
            Map.entry("uint16", "u2"),
            Map.entry("uint32", "u4"),
            Map.entry("uint64", "u8"),
            Map.entry("float16", "f2"),
            Map.entry("float32", "f4"),
            Map.entry("float64", "f8"),
            Map.entry("complex64", "c8"),
            Map.entry("complex128", "c16"));

    private TypeCode() {}

    /** True for the types whose values are Python objects. */
    static boolean isObject(String code) {
        return OBJECT.matcher(code).matches();
    }

    /** The type that a code stands for, or null if NumPy knows none or its size is beyond NumPy's limit. */
    static @Nullable ScalarType parse(String code) {
        String order = code.isEmpty() || "<>=|".indexOf(code.charAt(0)) < 0 ? "" : code.substring(0, 1);
        String bare = code.substring(order.length());
        Matcher matcher = CODE.matcher(order + LONG_FORMS.getOrDefault(bare, bare));
        if (!matcher.matches() || matcher.group(3).isEmpty()) {
            return null;
        }
        ScalarKind kind = kind(matcher.group(2).charAt(0));
        String brackets = matcher.group(4);
        if (kind == null || (brackets != null && kind != ScalarKind.DATETIME && kind != ScalarKind.TIMEDELTA)) {
            return null;
        }
        String unit = brackets == null ? "" : unit(brackets.substring(1, brackets.length() - 1));
        long bytes = Long.parseLong(matcher.group(3)) * (kind == ScalarKind.TEXT ? Integer.BYTES : 1);
        if (unit == null || !ScalarType.isKnownSize(kind, bytes)) {
            return null;
        }
        return new ScalarType(kind, order.equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN, bytes, unit);
    }

    private static @Nullable ScalarKind kind(char letter) {
        for (ScalarKind kind : ScalarKind.values()) {
            if (kind.code() == letter) {
                return kind;
            }
        }
        return letter == 'a' ? ScalarKind.BYTES : null;
    }

    /** A unit as NumPy writes it back: no multiple of 1, nothing for the generic unit; null if there is none such. */
    private static @Nullable String unit(String source) {
        Matcher matcher = UNIT.matcher(source);
        if (!matcher.matches()) {
            return null;
        }
        long multiple = matcher.group(1).isEmpty() ? 1 : Long.parseLong(matcher.group(1));
        if (multiple > Integer.MAX_VALUE) {
            return null;
        }
        String name = matcher.group(2).replace('\u03bc', 'u');
        return name.equals("generic") ? "" : multiple == 1 ? name : multiple + name;
    }
}

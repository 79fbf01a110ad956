package io.cropmill.plain;

import io.cropmill.plain.PythonLiteral.Tuple;
import io.cropmill.plain.StoredType.StoredField;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns the value behind {@code 'descr'} into a type: text is a number, a tuple an array of them, a list a record. */
final class StoredTypeReader {
    /** NumPy keeps sizes of items and axes of sub-arrays in a C int. */
    private static final long LARGEST = Integer.MAX_VALUE;

    private static final int MOST_AXES = 64;

    private static final Pattern SIZED = Pattern.compile("([biufcSaUVMm])([0-9]{1,10})(?:\\[([^\\[\\]]+)\\])?");
    private static final Pattern UNIT =
            Pattern.compile("([0-9]{0,10})(Y|M|W|D|h|m|s|ms|us|\u03bcs|ns|ps|fs|as|generic)");

    /** Letters without a size, as 64-bit Linux has them, and names: {@code short=long} each. */
    private static final Map<String, String> OTHER_NAMES = names("""
            ?=b1 b=i1 B=u1 h=i2 H=u2 i=i4 I=u4 l=i8 L=u8 q=i8 Q=u8 p=i8 P=u8 e=f2 f=f4 d=f8 g=f16 F=c8 D=c16 G=c32 c=S1
            S=S0 a=S0 U=U0 V=V0 M=M8 m=m8 bool=b1 int8=i1 int16=i2 int32=i4 int64=i8 uint8=u1 uint16=u2 uint32=u4
            uint64=u8 float16=f2 float32=f4 float64=f8 complex64=c8 complex128=c16""");

    private final String file;

    StoredTypeReader(String file) {
        this.file = file;
    }

    private static Map<String, String> names(String table) {
        Map<String, String> names = new java.util.HashMap<>();
        for (String entry : table.split("\\s+")) {
            int equals = entry.indexOf('=');
            names.put(entry.substring(0, equals), entry.substring(equals + 1));
        }
        return names;
    }

    /** The type of a whole array; an array of one number is that number. */
    StoredType readWhole(Object descr) throws PlainException {
        StoredType type = read(descr);
        if (type.shape().isEmpty()) {
            return type;
        }
        if (type.count() != 1) {
            throw expected("a scalar type or a record, as numpy.load does", descr);
        }
        return new StoredType(
                type.kind(), type.size(), type.swapped(), type.unit(), type.parts(), List.of(), List.of());
    }

    private StoredType read(Object descr) throws PlainException {
        if (descr instanceof String code) {
            StoredType number = number(code);
            if (number == null) {
                throw expected("a type of plain bytes that NumPy knows, such as '<f4'", descr);
            }
            return number;
        }
        if (descr instanceof List<?> fields) {
            return record(fields);
        }
        if (descr instanceof Tuple pair && pair.items().size() == 2) {
            return array(pair.items().get(0), pair.items().get(1));
        }
        throw expected("a type, a list of fields or a pair of type and shape", descr);
    }

    static @Nullable StoredType number(String code) {
        boolean marked = !code.isEmpty() && "<>=|".indexOf(code.charAt(0)) >= 0;
        String bare = marked ? code.substring(1) : code;
        Matcher sized = SIZED.matcher(OTHER_NAMES.getOrDefault(bare, bare));
        if (!sized.matches()) {
            return null;
        }
        char kind = sized.group(1).equals("a") ? 'S' : sized.group(1).charAt(0);
        long size = Long.parseLong(sized.group(2)) * (kind == 'U' ? 4 : 1);
        String unit = sized.group(3) == null ? "" : unit(kind, sized.group(3));
        boolean known = switch (kind) {
            case 'b' -> size == 1;
            case 'i', 'u' -> size == 1 || size == 2 || size == 4 || size == 8;
            case 'f' -> size == 2 || size == 4 || size == 8 || size == 16;
            case 'c' -> size == 8 || size == 16 || size == 32;
            case 'M', 'm' -> size == 8;
            default -> size <= LARGEST;
        };
        return known && unit != null ? StoredType.number(kind, (int) size, code.startsWith(">"), unit) : null;
    }

    /** A unit as NumPy writes it back: no multiple of 1, nothing for the generic one; null if there is none such. */
    private static @Nullable String unit(char kind, String text) {
        Matcher unit = UNIT.matcher(text);
        if ((kind != 'M' && kind != 'm') || !unit.matches()) {
            return null;
        }
        long multiple = unit.group(1).isEmpty() ? 1 : Long.parseLong(unit.group(1));
        String name = unit.group(2).replace('\u03bc', 'u');
        return multiple > Integer.MAX_VALUE
                ? null
                : name.equals("generic") ? "" : multiple == 1 ? name : multiple + name;
    }

    private StoredType array(Object item, Object shape) throws PlainException {
        StoredType base = read(item);
        if (base.bytes() == 0 && (base.parts() == null || !base.shape().isEmpty())) {
            throw expected("entries of at least one byte in a sub-array", item);
        }
        List<?> given =
                shape instanceof Tuple tuple ? tuple.items() : shape instanceof List<?> list ? list : List.of(shape);
        List<Integer> axes = new ArrayList<>();
        long bytes = base.bytes();
        boolean isEmpty = false;
        for (Object axis : given) {
            if (!(axis instanceof Long length) || length < 0 || length > LARGEST) {
                throw expected("an axis of 0 to 2,147,483,647 entries", axis);
            }
            axes.add(length.intValue());
            isEmpty |= length == 0;
            bytes = bytes > LARGEST ? bytes : bytes * Math.max(1, length);
        }
        if (axes.size() + base.shape().size() > MOST_AXES || (!isEmpty && bytes > LARGEST)) {
            throw expected("a sub-array of at most 64 axes and 2,147,483,647 bytes", shape);
        }
        return axes.isEmpty() ? base : base.array(axes);
    }

    private StoredType record(List<?> fields) throws PlainException {
        List<StoredField> parts = new ArrayList<>();
        Set<String> taken = new HashSet<>();
        long size = 0;
        for (Object entry : fields) {
            List<?> field =
                    entry instanceof Tuple tuple ? tuple.items() : entry instanceof List<?> list ? list : List.of();
            if (field.size() < 2 || field.size() > 3) {
                throw expected("a field of name, type and perhaps shape", entry);
            }
            StoredType type = field.size() == 2 ? read(field.get(1)) : array(field.get(1), field.get(2));
            boolean isVoid = !type.shape().isEmpty() || (type.kind() == 'V' && type.parts() == null);
            if (!(isVoid && "".equals(field.get(0)))) {
                parts.add(new StoredField(name(field.get(0), taken), type, (int) size));
            }
            size += type.bytes();
            if (size > LARGEST) {
                throw expected("a record of at most 2,147,483,647 bytes", entry);
            }
        }
        return StoredType.record(named(parts, taken), (int) size);
    }

    /** A name, or a title and a name, neither of which any other field has. */
    private String name(Object key, Set<String> taken) throws PlainException {
        boolean titled = key instanceof Tuple tuple && tuple.items().size() == 2;
        Object name = titled ? ((Tuple) key).items().get(1) : key;
        if (!(name instanceof String text) || !taken.add(text)) {
            throw expected("a field name in quotes that no other field has", key);
        }
        Object title = titled ? ((Tuple) key).items().get(0) : PythonLiteral.Constant.NONE;
        if (title != PythonLiteral.Constant.NONE && !(title instanceof String second && taken.add(second))) {
            throw expected("a title in quotes that no other field has", key);
        }
        return text;
    }

    /** NumPy calls a field without a name by its place. */
    private List<StoredField> named(List<StoredField> parts, Set<String> taken) throws PlainException {
        List<StoredField> named = new ArrayList<>();
        for (StoredField part : parts) {
            String name = part.name().isEmpty() ? "f" + named.size() : part.name();
            if (part.name().isEmpty() && taken.contains(name)) {
                throw expected("no field called " + name + " beside the unnamed one that NumPy calls so", name);
            }
            named.add(new StoredField(name, part.type(), part.offset()));
        }
        return named;
    }

    private PlainException expected(String what, Object found) {
        return new PlainException("[" + file + "] Expected " + what + ", but found "
                + PythonLiteral.excerpt(found.toString()) + "; save the array again with numpy.save");
    }
}

package io.cropmill.text;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Text whose UTF-8 bytes are written as {@code %20} here and there, as in URIs and in the names of Hive's folders. */
public final class PercentEscapes {
    private static final String UNESCAPED = "-._~/";

    private PercentEscapes() {}

    /** Escapes all but ASCII letters, digits and what a path of a URI may hold. */
    public static String encode(String path) {
        StringBuilder escaped = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || UNESCAPED.indexOf(c) >= 0);
            escaped.append(
                    plain
                            ? String.valueOf(c)
                            : "%" + HexFormat.of().withUpperCase().toHexDigits(b));
        }
        return escaped.toString();
    }

    /** Decodes the escapes as UTF-8; a percent sign that starts none stands for itself. */
    public static String decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
        for (int at = 0; at < text.length(); ) {
            boolean escaped = text.charAt(at) == '%'
                    && at + 2 < text.length()
                    && HexFormat.isHexDigit(text.charAt(at + 1))
                    && HexFormat.isHexDigit(text.charAt(at + 2));
            int next = escaped ? at + 3 : text.offsetByCodePoints(at, 1);
            if (escaped) {
                bytes.write(HexFormat.fromHexDigits(text, at + 1, next));
            } else {
                bytes.writeBytes(text.substring(at, next).getBytes(StandardCharsets.UTF_8));
            }
            at = next;
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

package io.cropmill.parquet;

import io.cropmill.storage.ParseGuard;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.jspecify.annotations.Nullable;

/**
 * Reads the footer of a Parquet file.
 *
 * <pre>
 * PAR1 | column chunks of row group 0 | ... | footer | length of the footer (4 bytes) | PAR1
 * </pre>
 */
final class Footer {
    /** The shortest file: two magics, a length, a footer. */
    static final long SHORTEST = 12;

    static final String MAGIC = "PAR1";
    static final String ENCRYPTED_MAGIC = "PARE";

    /** As parquet-java has it: of some hundred thousand column chunks. */
    private static final long MOST_BYTES = 100L << 20;

    private static final int TAIL_BYTES = Integer.BYTES + MAGIC.length();
    private static final String AGAIN = "; it was cut short; copy or write it again";

    private final String file;
    private final SeekableByteChannel channel;

    private Footer(String file, SeekableByteChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Reads and checks it.
     *
     * @param file name of the file in errors
     * @throws ParquetException if the file is not Parquet, is damaged or encrypted, or contradicts itself
     */
    static ParquetMetadata read(String file, SeekableByteChannel channel) throws IOException {
        return new Footer(file, channel).read();
    }

    private ParquetMetadata read() throws IOException {
        requireMagic();
        long end = channel.size() - TAIL_BYTES;
        long length = Integer.toUnsignedLong(bytes(end, Integer.BYTES).getInt());
        long start = end - length;
        if (start < MAGIC.length()) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a footer within the file's %,d bytes, but found one of %,d bytes; it is damaged: copy"
                            + " or write it again",
                    file,
                    channel.size(),
                    length));
        }
        if (length > MOST_BYTES) {
            throw new ParquetException(String.format(
                    Locale.ROOT,
                    "[%s] Expected a footer of at most %,d bytes, but found %,d; write the file again with larger row"
                            + " groups",
                    file,
                    MOST_BYTES,
                    length));
        }
        ByteBuffer bytes = bytes(start, (int) length);
        return ParseGuard.parse(() -> parsed(bytes.array(), start), (found, cause) -> damaged(found, cause));
    }

    private ParquetMetadata parsed(byte[] bytes, long start) throws IOException {
        FileMetaData footer;
        try {
            byte[] struct = ThriftBytes.readFooter(new ByteArrayInputStream(bytes), bytes.length);
            footer = Util.readFileMetaData(new ByteArrayInputStream(struct));
            // A signature follows where columns are encrypted.
            if (struct.length < bytes.length && !footer.isSetEncryption_algorithm()) {
                throw new IOException(String.format(
                        Locale.ROOT, "it has %,d bytes, but the file says %,d", struct.length, bytes.length));
            }
        } catch (IOException e) {
            throw damaged(String.valueOf(e.getMessage()), e);
        }
        new FooterCheck(file, footer, start).run();
        try {
            return new ParquetMetadataConverter().fromParquetMetadata(footer);
        } catch (ParquetCryptoRuntimeException e) {
            throw encrypted(file, "a column is");
        }
    }

    private void requireMagic() throws IOException {
        if (channel.size() < SHORTEST) {
            throw new ParquetException(
                    "[" + file + "] Expected a Parquet file, but found " + channel.size() + " bytes" + AGAIN);
        }
        String first = magic(0);
        String last = magic(channel.size() - MAGIC.length());
        if (last.equals(ENCRYPTED_MAGIC)) {
            throw encrypted(file, "its footer is");
        }
        if (!first.equals(MAGIC) || !last.equals(MAGIC)) {
            String place = first.equals(MAGIC) ? "at its end" : "at byte 0";
            throw new ParquetException("[" + file + "] Expected a Parquet file: " + MAGIC + " " + place + ", but found "
                    + shown(first.equals(MAGIC) ? last : first) + (first.equals(MAGIC) ? AGAIN : ""));
        }
    }

    private String magic(long place) throws IOException {
        return StandardCharsets.ISO_8859_1.decode(bytes(place, MAGIC.length())).toString();
    }

    private ByteBuffer bytes(long place, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(place);
        while (bytes.hasRemaining()) {
            if (channel.read(bytes) < 0) {
                throw new ParquetException(String.format(
                        Locale.ROOT,
                        "[%s] Expected %,d more bytes, but the file ends%s",
                        file,
                        bytes.remaining(),
                        AGAIN));
            }
        }
        return bytes.flip();
    }

    private static String shown(String bytes) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : bytes.toCharArray()) {
            text.append(c >= ' ' && c <= '~' ? String.valueOf(c) : String.format(Locale.ROOT, "\\x%02x", (int) c));
        }
        return text.append('"').toString();
    }

    private ParquetException damaged(String found, @Nullable Exception cause) {
        return new ParquetException(
                "[" + file + "] Expected a Parquet footer at its end, but it is damaged: " + found, cause);
    }

    static ParquetException encrypted(String file, String what) {
        return new ParquetException("[" + file + "] Expected Parquet without encryption, but " + what
                + " encrypted; write it again with the key, without encryption");
    }
}

package io.cropmill.npy;

import io.cropmill.text.Figures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads the header of a {@code .npy} file, and checks that the file is as long as it promises. */
public final class NpyHeaderReader {
    private static final String AGAIN = "; copy or write it again";
    private static final String OTHER = "; it is another kind of file or damaged: take it away or write it again";
    private static final String SAVE = "; save the array again with numpy.save";
    private static final String CUT = "; it was cut short" + AGAIN;
    private static final String MAGIC_SHOWN = PythonText.shown(NpyFormat.MAGIC, NpyFormat.MAGIC.length());

    private final String file;
    private final SeekableByteChannel channel;
    private final long length;

    private NpyHeaderReader(String file, SeekableByteChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.length = channel.size();
    }

    /**
     * Reads the header of a file, wherever the channel stands; afterwards its position is the first data byte.
     *
     * @param file name of the file in errors: the path relative to the folder that its reader was given
     * @param channel stays the caller's to close
     * @throws NpyException if the bytes are not one whole array that can be read without pickle
     */
    public static NpyHeader read(String file, SeekableByteChannel channel) throws IOException {
        NpyHeader header = new NpyHeaderReader(file, channel).header();
        channel.position(header.dataOffset());
        return header;
    }

    /**
     * Reads the header of an array whose first bytes are at hand: whether its data are whole is not checked.
     *
     * @throws NpyException also if the header goes on behind the bytes
     */
    public static NpyHeader readStart(String file, ByteBuffer start) throws IOException {
        return new NpyHeaderReader(file, new ByteBufferChannel(start)).promised();
    }

    private NpyHeader header() throws IOException {
        NpyHeader header = promised();
        if (length - header.dataOffset() != header.dataBytes()) {
            throw refused("Expected " + Figures.counted(header.dataBytes(), "byte") + " of data, but found "
                    + Figures.count(length - header.dataOffset())
                    + (length - header.dataOffset() < header.dataBytes()
                            ? CUT
                            : "; more bytes follow the array" + AGAIN));
        }
        return header;
    }

    private NpyHeader promised() throws IOException {
        ByteBuffer prefix = bytes(0, (int) Math.min(length, NpyFormat.LONG_PREFIX_BYTES));
        requireMagic(prefix);
        requireLength(NpyFormat.SHORT_PREFIX_BYTES);
        int version = version(prefix);
        int prefixBytes = NpyFormat.prefixBytes(version);
        requireLength(prefixBytes);
        long headerBytes = version == 1
                ? Short.toUnsignedLong(prefix.getShort(NpyFormat.LENGTH_OFFSET))
                : Integer.toUnsignedLong(prefix.getInt(NpyFormat.LENGTH_OFFSET));
        if (headerBytes > NpyFormat.MAX_HEADER_READ) {
            throw refused("Expected a header at byte " + NpyFormat.LENGTH_OFFSET + ": at most "
                    + Figures.count(NpyFormat.MAX_HEADER_READ) + " bytes, but found " + Figures.count(headerBytes)
                    + SAVE);
        }
        long dataOffset = prefixBytes + headerBytes;
        requireLength(dataOffset);
        HeaderText text = decode(version, prefixBytes, bytes(prefixBytes, (int) headerBytes));
        return new HeaderFields(text).header(version, dataOffset);
    }

    private void requireMagic(ByteBuffer prefix) throws NpyException {
        String start = StandardCharsets.ISO_8859_1.decode(prefix.duplicate()).toString();
        if (start.startsWith("PK\u0003\u0004") || start.startsWith("PK\u0005\u0006")) {
            throw refused("Expected one array at byte 0: " + MAGIC_SHOWN + ", but found a zip archive, as numpy.savez"
                    + " writes it. Save each of its arrays to a file of its own:"
                    + " for name, array in numpy.load(path).items(): numpy.save(name, array)");
        }
        int compared = Math.min(start.length(), NpyFormat.MAGIC.length());
        if (start.isEmpty() || !NpyFormat.MAGIC.startsWith(start.substring(0, compared))) {
            String found = start.isEmpty()
                    ? "an empty file" + AGAIN
                    : PythonText.shown(start.substring(0, compared), compared) + OTHER;
            throw refused("Expected an .npy file at byte 0: " + MAGIC_SHOWN + ", but found " + found);
        }
    }

    private int version(ByteBuffer prefix) throws NpyException {
        int major = Byte.toUnsignedInt(prefix.get(NpyFormat.VERSION_OFFSET));
        int minor = Byte.toUnsignedInt(prefix.get(NpyFormat.VERSION_OFFSET + 1));
        if (major < 1 || major > 3 || minor != 0) {
            throw refused("Expected a format version at byte " + NpyFormat.VERSION_OFFSET
                    + ": 1.0, 2.0 or 3.0, but found " + major + "." + minor + SAVE);
        }
        return major;
    }

    private void requireLength(long bytes) throws NpyException {
        if (length < bytes) {
            throw refused("Expected at least " + Figures.counted(bytes, "byte")
                    + " up to the end of the header, but found " + Figures.count(length) + CUT);
        }
    }

    private HeaderText decode(int version, int firstByte, ByteBuffer bytes) throws NpyException {
        Charset charset = version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8;
        try {
            String text = charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(bytes)
                    .toString();
            return new HeaderText(file, text, firstByte, charset, SAVE);
        } catch (CharacterCodingException e) {
            int place = firstByte + bytes.position();
            String found = String.format(Locale.ROOT, "\\x%02x", bytes.get(bytes.position()));
            throw refused("Expected UTF-8 at byte " + Figures.count(place) + ", but found " + found + SAVE);
        }
    }

    private ByteBuffer bytes(long position, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        ChannelReads.fill(file, channel, position, bytes);
        return bytes.flip();
    }

    private NpyException refused(String reason) {
        return new NpyException("[" + file + "] " + reason);
    }
}

package io.cropmill.parquet;

import com.github.luben.zstd.ZstdException;
import io.cropmill.storage.NoMemoryException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses the pages of one column chunk, each over the one before. Snappy and zstd go from direct memory to direct
 * memory; the rest go through the heap, as parquet-java has them.
 */
final class PageCodec implements AutoCloseable {
    /** That a page may hold uncompressed, as a row of a DataFrame may ({@code maxRowBytes}). */
    static final int MOST_BYTES = 256 << 20;

    private static final int VARINT_BITS = 7;
    private static final int PIECE = 1 << 16;

    private final String file;
    private final CompressionCodecName name;
    private final PageMemory memory;
    private @Nullable CodecFactory factory;
    private @Nullable ArrowBuf target;

    PageCodec(String file, CompressionCodecName name, PageMemory memory) {
        this.file = file;
        this.name = name;
        this.memory = memory;
    }

    /** False where pages are stored as they are. */
    boolean isCompressed() {
        return name != CompressionCodecName.UNCOMPRESSED;
    }

    /** A page's bytes, little-endian, valid until the next call; {@code size} is what its header says. */
    ByteBuffer decompress(ByteBuffer page, int size) throws IOException {
        if (name == CompressionCodecName.UNCOMPRESSED) {
            requireSize(page.remaining(), size);
            return page;
        }
        if (size == 0) {
            return ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
        }
        requirePossible(page.remaining(), size);
        return switch (name) {
            case ZSTD -> zstd(page, size);
            case SNAPPY -> {
                requireSize(snappyLength(page), size);
                ByteBuffer bytes = target(size);
                parquetJava().decompress(page, page.remaining(), bytes, size);
                yield bytes.flip();
            }
            case GZIP -> gzip(page, size);
            case UNCOMPRESSED, LZ4_RAW, LZ4, LZO, BROTLI ->
                parquetJava()
                        .decompress(BytesInput.from(page), size)
                        .toByteBuffer()
                        .slice()
                        .order(ByteOrder.LITTLE_ENDIAN);
        };
    }

    private ByteBuffer zstd(ByteBuffer page, int size) throws IOException {
        ByteBuffer bytes = target(size);
        try {
            int length =
                    memory.zstd().decompressDirectByteBuffer(bytes, 0, size, page, page.position(), page.remaining());
            requireSize(length, size);
        } catch (ZstdException e) {
            throw new IOException(e.getMessage(), e);
        }
        return bytes;
    }

    private ByteBuffer gzip(ByteBuffer page, int size) throws IOException {
        ByteBuffer bytes = target(size);
        byte[] piece = new byte[Math.min(size, PIECE) + 1];
        try (InputStream inflating = new GZIPInputStream(ByteBufferInputStream.wrap(page.duplicate()))) {
            for (int read = inflating.read(piece); read >= 0; read = inflating.read(piece)) {
                requireSize(Math.max(size, bytes.position() + (long) read), size);
                bytes.put(piece, 0, read);
            }
        }
        requireSize(bytes.position(), size);
        return bytes.flip();
    }

    /** Refuses a size that no page of so many bytes has, before memory is taken for it. */
    private void requirePossible(int compressed, int size) throws IOException {
        long most = (long) compressed * mostBytesAByte();
        if (size > most) {
            throw new IOException(String.format(
                    Locale.ROOT,
                    "%,d bytes of %s hold at most %,d, but its header says %,d",
                    compressed,
                    name,
                    most,
                    size));
        }
    }

    /** What the formats allow: a zstd block of 4 bytes repeats one 128 KiB times; a match of the others is shorter. */
    private int mostBytesAByte() {
        return switch (name) {
            case UNCOMPRESSED -> 1;
            case SNAPPY -> 32;
            case LZ4_RAW, LZ4 -> 256;
            case GZIP, LZO -> 1032;
            case ZSTD, BROTLI -> 1 << 15;
        };
    }

    private static void requireSize(long found, int expected) throws IOException {
        if (found != expected) {
            throw new IOException("expected " + expected + " bytes, but found " + found);
        }
    }

    private ByteBuffer target(int size) throws NoMemoryException {
        if (target == null || target.capacity() < size) {
            giveTarget();
            target = memory.take(file, size);
        }
        return target.nioBuffer(0, size).order(ByteOrder.LITTLE_ENDIAN);
    }

    private BytesInputDecompressor parquetJava() {
        if (factory == null) {
            Configuration none = new Configuration(false);
            factory = name == CompressionCodecName.SNAPPY
                    ? CodecFactory.createDirectCodecFactory(none, DirectByteBufferAllocator.getInstance(), 0)
                    : new CodecFactory(none, 0);
        }
        // Made once: the factory keeps it.
        return factory.getDecompressor(name);
    }

    /** The native code writes as many bytes as the page itself says, however small the target. */
    private static long snappyLength(ByteBuffer page) {
        long length = 0;
        for (int i = 0; i < page.remaining() && i * VARINT_BITS < Integer.SIZE; i++) {
            byte part = page.get(page.position() + i);
            length |= (part & 0x7FL) << i * VARINT_BITS;
            if (part >= 0) {
                break;
            }
        }
        return length;
    }

    private void giveTarget() {
        if (target != null) {
            memory.give(target);
            target = null;
        }
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.release();
            factory = null;
        }
        giveTarget();
    }
}

package io.cropmill.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Decompresses the pages of one column chunk, each over the one before. Snappy and zstd go from direct memory to direct
 * memory; the rest go through the heap, as parquet-java has them.
 */
final class PageCodec implements AutoCloseable {
    private static final int VARINT_BITS = 7;

    private final CompressionCodecName name;
    private final CodecFactory factory;
    private final BytesInputDecompressor decompressor;
    private final BufferAllocator allocator;
    private ArrowBuf target;

    PageCodec(CompressionCodecName name, BufferAllocator allocator) {
        this.name = name;
        this.allocator = allocator;
        this.target = allocator.getEmpty();
        Configuration none = new Configuration(false);
        this.factory = isDirect()
                ? CodecFactory.createDirectCodecFactory(none, DirectByteBufferAllocator.getInstance(), 0)
                : new CodecFactory(none, 0);
        try {
            this.decompressor = factory.getDecompressor(name);
        } catch (RuntimeException e) {
            factory.release();
            throw e;
        }
    }

    private boolean isDirect() {
        return name == CompressionCodecName.SNAPPY || name == CompressionCodecName.ZSTD;
    }

    /** A page's bytes, little-endian, valid until the next call; {@code size} is what its header says. */
    ByteBuffer decompress(ByteBuffer page, int size) throws IOException {
        if (name == CompressionCodecName.UNCOMPRESSED) {
            if (page.remaining() != size) {
                throw new IOException("expected " + size + " bytes, but found " + page.remaining());
            }
            return page;
        }
        if (size == 0) {
            return ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);
        }
        if (!isDirect()) {
            return decompressor
                    .decompress(BytesInput.from(page), size)
                    .toByteBuffer()
                    .slice()
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        if (name == CompressionCodecName.SNAPPY) {
            requireSnappyLength(page, size);
        }
        if (target.capacity() < size) {
            target.close();
            target = allocator.getEmpty();
            target = allocator.buffer(size);
        }
        ByteBuffer bytes = target.nioBuffer(0, size).order(ByteOrder.LITTLE_ENDIAN);
        decompressor.decompress(page, page.remaining(), bytes, size);
        return bytes.flip();
    }

    /** The native code writes as many bytes as the page itself says, however small the target. */
    private static void requireSnappyLength(ByteBuffer page, int size) throws IOException {
        long length = 0;
        for (int i = 0; i < page.remaining() && i * VARINT_BITS < Integer.SIZE; i++) {
            byte part = page.get(page.position() + i);
            length |= (part & 0x7FL) << i * VARINT_BITS;
            if (part >= 0) {
                break;
            }
        }
        if (length != size) {
            throw new IOException("expected " + size + " bytes, but found " + length);
        }
    }

    @Override
    public void close() {
        factory.release();
        target.close();
    }
}

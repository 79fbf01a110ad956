package io.cropmill.plain;

import io.cropmill.text.Figures;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Inflates the pages of a file by parquet-java's codecs. For one thread. */
final class PageCodecs implements AutoCloseable {
    /** That a page may hold uncompressed. */
    private static final int MOST_BYTES = 256 << 20;

    private final String file;
    private final CodecFactory factory = new CodecFactory(new Configuration(false), 0);

    PageCodecs(String file) {
        this.file = file;
    }

    /** Exactly so many bytes, which the page's header says it has. */
    byte[] decompress(CompressionCodecName codec, byte[] page, int size) throws IOException {
        if (codec == CompressionCodecName.UNCOMPRESSED) {
            requireSize(page.length, size);
            return page;
        }
        if (size == 0) {
            return new byte[0];
        }
        if (size > (long) page.length * mostBytesAByte(codec)) {
            throw PlainException.of(
                    file,
                    "a page of " + Figures.counted(page.length, "byte") + " of " + codec
                            + " to hold what its header says",
                    Figures.counted(size, "byte"));
        }
        if (size > MOST_BYTES) {
            throw PlainException.of(
                    file,
                    "a page of at most " + Figures.count(MOST_BYTES) + " bytes uncompressed",
                    Figures.count(size) + "; write it again with smaller pages");
        }
        try {
            byte[] plain = factory.getDecompressor(codec)
                    .decompress(BytesInput.from(page), size)
                    .toByteArray();
            requireSize(plain.length, size);
            return plain;
        } catch (PlainException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new PlainException(
                    "[" + file + "] Expected a page compressed with " + codec + ", but it is damaged: "
                            + e.getMessage(),
                    e);
        }
    }

    /** What the formats allow a compressed byte to stand for. */
    private int mostBytesAByte(CompressionCodecName codec) throws PlainException {
        return switch (codec) {
            case UNCOMPRESSED -> 1;
            case SNAPPY -> 32;
            case LZ4_RAW, LZ4 -> 256;
            case GZIP -> 1032;
            case ZSTD -> 1 << 15;
            case LZO, BROTLI ->
                throw new PlainException(
                        "[" + file + "] Expected snappy, zstd, gzip, lz4_raw or none, but found " + codec);
        };
    }

    private void requireSize(int found, int expected) throws PlainException {
        if (found != expected) {
            throw PlainException.of(file, "a page of " + Figures.counted(expected, "byte"), Figures.count(found));
        }
    }

    @Override
    public void close() {
        factory.release();
    }
}

package io.cropmill.spark;

import java.net.URI;

/**
 * Synthetic recordings to write.
 *
 * @param target folder, absolute, without a trailing slash
 * @param amount how much
 * @param seed all 64 bits are an unsigned number
 * @param capacity points that a row reserves, at least 1
 */
public record SampleRequest(URI target, Amount amount, long seed, int capacity) {
    public SampleRequest {
        requirePositive("--capacity", capacity);
    }

    /** How much to write. */
    public sealed interface Amount {}

    /**
     * So many.
     *
     * @param recordings files, at least 1
     * @param crops of each, at least 1
     */
    public record Counts(int recordings, int crops) implements Amount {
        public Counts {
            requirePositive("--recordings", recordings);
            requirePositive("--crops", crops);
        }
    }

    /**
     * About so many bytes in all.
     *
     * @param bytes at least 1
     */
    public record TotalBytes(long bytes) implements Amount {
        public TotalBytes {
            requirePositive("--size", bytes);
        }
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 but was " + value);
        }
    }
}

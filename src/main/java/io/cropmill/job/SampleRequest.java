package io.cropmill.job;

import io.cropmill.sample.SampleSpec;
import java.net.URI;

/**
 * Synthetic recordings to write.
 *
 * @param target folder, absolute, without a trailing slash
 * @param amount how much
 * @param seed all 64 bits are an unsigned number
 * @param capacity points that a row reserves, 1 to {@link SampleSpec#MAX_CAPACITY}
 */
public record SampleRequest(URI target, SampleAmount amount, long seed, int capacity) {
    public SampleRequest {
        requireBetween("--capacity", capacity, SampleSpec.MAX_CAPACITY);
        if (amount instanceof FixedCounts counts) {
            requireBetween(
                    "--recordings times --crops",
                    Math.multiplyExact((long) counts.recordings(), (long) counts.crops()),
                    Long.MAX_VALUE / new SampleSpec(seed, 1, 1, capacity).rowBytes());
        }
    }

    /** What is to be written. */
    SampleSpec spec() {
        if (amount instanceof FixedCounts counts) {
            return new SampleSpec(seed, counts.recordings(), counts.crops(), capacity);
        }
        return SampleSpec.ofTotalBytes(seed, ((TotalBytes) amount).bytes(), capacity);
    }

    /** How much to write. */
    public sealed interface SampleAmount {}

    /**
     * So many.
     *
     * @param recordings files, at least 1
     * @param crops of each, at least 1
     */
    public record FixedCounts(int recordings, int crops) implements SampleAmount {
        public FixedCounts {
            requirePositive("--recordings", recordings);
            requirePositive("--crops", crops);
        }
    }

    /**
     * About so many bytes in all.
     *
     * @param bytes 1 to {@link SampleSpec#MAX_TOTAL_BYTES}
     */
    public record TotalBytes(long bytes) implements SampleAmount {
        public TotalBytes {
            requireBetween("--size", bytes, SampleSpec.MAX_TOTAL_BYTES);
        }
    }

    private static void requireBetween(String name, long value, long most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(name + " must be between 1 and " + most + " but was " + value);
        }
    }

    private static void requirePositive(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1 but was " + value);
        }
    }
}

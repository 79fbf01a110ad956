package io.cropmill.sample;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Makes crops: sets up a street scene, casts the sensor's rays into it and keeps what comes back from the square of
 * {@value #HALF_SIZE} m around the object.
 *
 * <p>A crop depends on nothing but the seed, the capacity, the recording's name and the row, and is the same on every
 * JVM. Takes some tenths of a millisecond. Holds buffers of a few hundred kilobytes; not safe for threads.
 */
final class SampleCropGenerator {
    static final double HALF_SIZE = 6;

    private static final int CROPS_PER_FRAME = 8;
    private static final long FRAME_NANOS = 100_000_000;
    /** 2026-01-01T00:00:00Z; recordings begin at whole seconds within the year after it. */
    private static final long FIRST_NANOS = 1_767_225_600L * 1_000_000_000L;

    private static final long YEAR_SECONDS = 365L * 24 * 3600;

    private final long seed;
    private final SampleRandom random = new SampleRandom();
    private final ScanWindow window;
    private final Receiver receiver;
    private String name = "";
    private long key = key("");

    /**
     * A generator for recordings of one sample.
     *
     * @param capacity points that a crop holds at most, 1 to {@value SampleSpec#MAX_CAPACITY}; the sensor's rays are as
     *     many as crops of it are made for
     */
    public SampleCropGenerator(long seed, int capacity) {
        SampleSpec.checkCapacity(capacity);
        this.seed = seed;
        this.window = new ScanWindow(new ScanGrid(capacity), capacity);
        this.receiver = new Receiver(capacity);
    }

    /**
     * Makes one crop. The arrays take its points, as many as the capacity each; what lies beyond the points is left as it
     * was.
     *
     * @param recording its name
     * @param row row of the crop, from 0
     * @param x metres from the object's centre along the sensor's x, -6 to 6
     * @param y metres from the object's centre along the sensor's y, -6 to 6
     * @param height metres above the ground
     * @param intensity 0 to 1
     */
    public SampleCrop generate(String recording, long row, float[] x, float[] y, float[] height, float[] intensity) {
        if (!recording.equals(name)) {
            name = recording;
            key = key(recording);
        }
        random.start(seed, key, row);
        Scene scene = StreetScenes.next(random, SampleRandom.spread(seed, key, row));
        window.cast(scene, random);
        int points = receiver.receive(window, scene, random, new Receiver.PointArrays(x, y, height, intensity));
        long start = FIRST_NANOS + Long.remainderUnsigned(key, YEAR_SECONDS) * 1_000_000_000L;
        long timestamp = start + row / CROPS_PER_FRAME * FRAME_NANOS;
        Pose pose = scene.pose();
        return new SampleCrop(
                points,
                scene.label(),
                pose.x(),
                pose.y(),
                scene.centreHeight(),
                (float) wrapped(pose.yaw()),
                timestamp);
    }

    /** The same heading within -pi to pi. */
    private static double wrapped(double yaw) {
        return yaw - 2 * Math.PI * Math.rint(yaw / (2 * Math.PI));
    }

    /** The first eight bytes of the name's SHA-256. */
    private static long key(String recording) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(recording.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}

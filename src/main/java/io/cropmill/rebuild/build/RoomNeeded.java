package io.cropmill.rebuild.build;

import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.plan.ReusedRecording;
import io.cropmill.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Bytes that a run is going to write, asked for before any work starts.
 *
 * @param output exact sizes of the files
 * @param files how many, each of which may fill its last block in part
 * @param joining most bytes that parts take beside the wholes while large recordings are joined by copying
 */
public record RoomNeeded(OutputBytes output, long files, long joining) {
    private static final long BLOCK = 4096;

    /** Manifest, journal, reports. */
    private static final long BESIDE = 16L << 20;

    /**
     * Adds up what is to be built and to be rastered.
     *
     * @param joins recordings that are joined at a time by copying; 0 where blocks are moved
     */
    public static RoomNeeded of(
            List<PlannedRecording> build, List<ReusedRecording> carried, RaggedTarget target, int joins)
            throws IOException {
        OutputBytes sum = OutputBytes.NONE;
        long files = 0;
        List<Long> joined = new ArrayList<>();
        for (PlannedRecording recording : build) {
            OutputBytes bytes = OutputBytes.of(recording, target);
            sum = sum.plus(bytes);
            files += 2 + bytes.rasters().size();
            if (recording.splits().size() > 1) {
                // Its parts stay until all of its files are joined.
                joined.add(bytes.sum());
            }
        }
        for (ReusedRecording recording : carried) {
            sum = sum.plus(OutputBytes.ofMissing(recording));
            files += recording.missing().size();
        }
        long joining = joined.stream()
                .sorted(Comparator.reverseOrder())
                .limit(joins)
                .mapToLong(Long::longValue)
                .sum();
        return new RoomNeeded(sum, files, joining);
    }

    /** All of it. */
    public long bytes() {
        return Math.addExact(output.sum(), Math.addExact(joining, Math.addExact(files * BLOCK, BESIDE)));
    }

    /**
     * Why the storage has no room for it, and what to do; or nothing.
     *
     * @param size how a person reads a number of bytes
     */
    public Optional<String> refusal(Storage target, LongFunction<String> size) throws IOException {
        long free = target.freeBytes();
        if (output.sum() == 0 || bytes() <= free) {
            return Optional.empty();
        }
        StringBuilder parts = new StringBuilder("pairs " + size.apply(output.pair()));
        for (Map.Entry<String, Long> raster : output.rasters().entrySet()) {
            parts.append(", raster ").append(raster.getKey()).append(' ').append(size.apply(raster.getValue()));
        }
        return Optional.of(
                "Expected room for " + size.apply(bytes()) + " (" + parts + ", and a margin) at " + target.root()
                        + ", but " + size.apply(free)
                        + " are free; remove old versions with expire, choose another target, write fewer rasters"
                        + " (rasters.<name> = null) or use dtype = float16");
    }
}

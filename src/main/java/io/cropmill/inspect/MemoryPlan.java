package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec.GridType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What training jobs that run at once read in every epoch, against the page cache that they leave each other. Files that
 * several jobs read are in the cache once; each job has a raster of its own.
 *
 * @param memory of the machine
 * @param jobs that run at once, at least 1
 * @param jobBytes memory that a job itself takes
 * @param uses from what is there now to what reads least
 */
public record MemoryPlan(MachineMemory memory, int jobs, long jobBytes, List<Use> uses) {
    public MemoryPlan {
        uses = List.copyOf(uses);
    }

    /**
     * Something to train from.
     *
     * @param what {@code source}, {@code pairs}, {@code pairs_and_rasters_float32}, {@code rasters_float32}, and the last
     *     two with {@code float16}
     * @param bytes that all jobs read together
     */
    public record Use(String what, long bytes) {}

    static MemoryPlan of(MachineMemory memory, int jobs, long jobBytes, long sourceBytes, ConvertedBytes converted) {
        List<Use> uses = new ArrayList<>();
        uses.add(new Use("source", sourceBytes));
        uses.add(new Use("pairs", converted.pair()));
        for (GridType type : GridType.values()) {
            long rasters = Math.multiplyExact(jobs, converted.largestRaster(type));
            if (rasters > 0) {
                String name = "rasters_" + type.toString().toLowerCase(Locale.ROOT);
                uses.add(new Use("pairs_and_" + name, Math.addExact(converted.pair(), rasters)));
                uses.add(new Use(name, rasters));
            }
        }
        return new MemoryPlan(memory, jobs, jobBytes, uses);
    }

    /** Memory that is left for page cache. */
    public long cacheBytes() {
        return cacheBytes(jobs);
    }

    /** The same beside so many jobs. */
    long cacheBytes(int atOnce) {
        // A product beyond 63 bits leaves nothing just as well.
        double taken = (double) atOnce * jobBytes;
        return taken >= memory.bytes() ? 0 : memory.bytes() - (long) atOnce * jobBytes;
    }

    /** Bytes of a use that stay in memory from one epoch to the next. */
    public long cached(Use use) {
        return Math.min(use.bytes(), cacheBytes());
    }

    /** True where all of it stays in memory. */
    boolean fits(String what) {
        return uses.stream().anyMatch(use -> use.what().equals(what) && use.bytes() <= cacheBytes());
    }

    /** What a use reads; 0 where there is no such use. */
    long bytes(String what) {
        return uses.stream()
                .filter(use -> use.what().equals(what))
                .mapToLong(Use::bytes)
                .findFirst()
                .orElse(0);
    }
}

package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec.GridType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What training jobs that run at once read in every epoch, against the page cache that they leave each other. A file is
 * in the cache once, however many jobs read it; jobs of one place read a raster each, and labels from the metadata.
 *
 * @param memory memory of the machine
 * @param jobs number of jobs that run at once, of all places
 * @param jobBytes memory that a job itself takes
 * @param uses forms to train from, of all places together, from what there is now to what reads least
 */
record MemoryPlan(MachineMemory memory, int jobs, long jobBytes, List<Use> uses) {
    /** This part of what is left for page cache is not counted on: programs and the kernel use some of it, too. */
    private static final int SPARE = 10;

    public MemoryPlan {
        uses = List.copyOf(uses);
    }

    /** What a job may train from. */
    public enum TrainingInput {
        SOURCE("source"),
        PAIRS("pairs"),
        PAIRS_AND_RASTERS_FLOAT32("pairs and rasters, float32"),
        RASTERS_FLOAT32("rasters, float32"),
        PAIRS_AND_RASTERS_FLOAT16("pairs and rasters, float16"),
        RASTERS_FLOAT16("rasters, float16");

        private final String text;

        TrainingInput(String text) {
            this.text = text;
        }

        /** {@code rasters, float32}. */
        @Override
        public String toString() {
            return text;
        }

        /** The one without pairs. */
        static TrainingInput rasters(GridType type) {
            return type == GridType.FLOAT32 ? RASTERS_FLOAT32 : RASTERS_FLOAT16;
        }

        private static TrainingInput pairsAndRasters(GridType type) {
            return type == GridType.FLOAT32 ? PAIRS_AND_RASTERS_FLOAT32 : PAIRS_AND_RASTERS_FLOAT16;
        }
    }

    /**
     * Something to train from.
     *
     * @param bytes bytes that all jobs read together
     */
    public record Use(TrainingInput form, long bytes) {}

    static MemoryPlan of(MachineMemory memory, long jobBytes, List<Inspection> places) {
        List<Use> uses = new ArrayList<>();
        uses.add(
                new Use(TrainingInput.SOURCE, sum(places, place -> place.bytes().files())));
        long pairs = sum(places, place -> place.converted().pair());
        uses.add(new Use(TrainingInput.PAIRS, pairs));
        for (GridType type : GridType.values()) {
            long rasters = sum(places, place -> place.converted().rasterBytes(place.jobs(), type));
            if (rasters > 0) {
                long labels = sum(places, place -> place.converted().metadata());
                uses.add(new Use(TrainingInput.pairsAndRasters(type), Math.addExact(pairs, rasters)));
                uses.add(new Use(TrainingInput.rasters(type), Math.addExact(labels, rasters)));
            }
        }
        int jobs = places.stream().mapToInt(Inspection::jobs).reduce(0, Math::addExact);
        return new MemoryPlan(memory, jobs, jobBytes, uses);
    }

    /** A number of bytes, added up over places. */
    static long sum(List<Inspection> places, ToLongFunction<Inspection> bytes) {
        return places.stream().mapToLong(bytes).reduce(0, Math::addExact);
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

    /** Bytes of a use that stay in memory from one epoch to the next, at most. */
    public long cached(Use use) {
        return Math.min(use.bytes(), cacheBytes());
    }

    /** True if all of it stays in memory, with something to spare. */
    boolean fits(TrainingInput form) {
        return fits(bytes(form), jobs);
    }

    /** True if so many bytes stay in memory beside so many jobs, with something to spare. */
    boolean fits(long bytes, int atOnce) {
        return bytes <= cacheBytes(atOnce) - cacheBytes(atOnce) / SPARE;
    }

    /** What a use reads; 0 if there is no such use. */
    long bytes(TrainingInput form) {
        return uses.stream()
                .filter(use -> use.form() == form)
                .mapToLong(Use::bytes)
                .findFirst()
                .orElse(0);
    }

    boolean isKnown() {
        return memory.bytes() > 0;
    }
}

package io.cropmill.rebuild.build;

import io.cropmill.raster.RasterReach;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which points of the recordings of a run reach a cell of the rasters that were made of them; rasters by a class of the
 * user's own are not among them. Not safe for threads.
 */
public final class RunReach {
    private final Map<String, Map<String, RasterReach>> byRecording = new TreeMap<>();
    private final Map<String, RasterReach> totals = new LinkedHashMap<>();

    /** Adds rasters that were made of a recording, by name. */
    public void add(String recording, Map<String, RasterReach> rasters) {
        byRecording.computeIfAbsent(recording, name -> new LinkedHashMap<>()).putAll(rasters);
        rasters.forEach((raster, reach) -> totals.merge(raster, reach, RasterReach::plus));
    }

    /** That of all recordings but some. */
    RunReach without(Set<String> recordings) {
        RunReach others = new RunReach();
        byRecording.forEach((name, rasters) -> {
            if (!recordings.contains(name)) {
                others.add(name, rasters);
            }
        });
        return others;
    }

    /** By raster, of all recordings. */
    public Map<String, RasterReach> totals() {
        return Map.copyOf(totals);
    }

    /** By recording, then by raster. */
    public Map<String, Map<String, RasterReach>> byRecording() {
        return Map.copyOf(byRecording);
    }

    /** Names of the recordings none of whose points reach a cell of a raster, in order; those without points are not. */
    public List<String> nowhere(String raster) {
        List<String> names = new ArrayList<>();
        byRecording.forEach((name, rasters) -> {
            if (rasters.getOrDefault(raster, RasterReach.NONE).isNowhere()) {
                names.add(name);
            }
        });
        return names;
    }
}

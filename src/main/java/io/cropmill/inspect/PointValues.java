package io.cropmill.inspect;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Results of reading points: ranges of every number, use by rasters, and kinds of padding. Not safe for threads. */
final class PointValues implements Serializable {
    private static final long serialVersionUID = 1L;

    private final LinkedHashMap<String, ValueRange> ranges = new LinkedHashMap<>();
    private final LinkedHashMap<String, RasterUse> uses = new LinkedHashMap<>();
    private long crops;
    private long zeroPadding;
    private long nanPadding;
    private long copiedPadding;
    private long otherPadding;
    private @Nullable String firstOther;

    /** What the unused slots of a row hold. */
    enum SlotPadding {
        NONE,
        ZERO,
        NAN,
        COPIES,
        OTHER
    }

    ValueRange range(String component) {
        return ranges.computeIfAbsent(component, name -> new ValueRange());
    }

    void addCrop() {
        crops++;
    }

    void addUse(String raster, RasterUse use) {
        uses.computeIfAbsent(raster, name -> new RasterUse()).addAll(use);
    }

    void addPadding(SlotPadding padding, String place) {
        switch (padding) {
            case NONE -> {}
            case ZERO -> zeroPadding++;
            case NAN -> nanPadding++;
            case COPIES -> copiedPadding++;
            case OTHER -> {
                otherPadding++;
                firstOther = firstOther == null ? place : firstOther;
            }
        }
    }

    /** Adds all that another has seen, which came later in the recordings' order. */
    void addAll(PointValues later) {
        later.ranges.forEach((name, range) -> range(name).addAll(range));
        later.uses.forEach(this::addUse);
        crops = Math.addExact(crops, later.crops);
        zeroPadding = Math.addExact(zeroPadding, later.zeroPadding);
        nanPadding = Math.addExact(nanPadding, later.nanPadding);
        copiedPadding = Math.addExact(copiedPadding, later.copiedPadding);
        otherPadding = Math.addExact(otherPadding, later.otherPadding);
        firstOther = firstOther == null ? later.firstOther : firstOther;
    }

    /** By component, such as {@code xy.1}. */
    public Map<String, ValueRange> ranges() {
        return Collections.unmodifiableMap(ranges);
    }

    /** What rasters use of the points, by name; without rasters of a user's class. */
    public Map<String, RasterUse> uses() {
        return Collections.unmodifiableMap(uses);
    }

    /** Crops that were looked at. */
    public long crops() {
        return crops;
    }

    /** Crops whose padding is all zeros. */
    public long zeroPadding() {
        return zeroPadding;
    }

    /** Crops whose padding is all NaN, or NaN and zeros. */
    public long nanPadding() {
        return nanPadding;
    }

    /** Crops whose padding repeats real points. */
    public long copiedPadding() {
        return copiedPadding;
    }

    /** Crops with other padding; their counts may be wrong. */
    public long otherPadding() {
        return otherPadding;
    }

    /** The first crop whose padding is neither zeros nor NaN nor copies. */
    public @Nullable String firstOther() {
        return firstOther;
    }
}

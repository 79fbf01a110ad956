package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec;
import io.cropmill.report.PointNotes;
import io.cropmill.text.Figures;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Puts profiles of one place together. For one thread. */
public final class InspectionBuilder {
    private final InspectedLocation place;
    private final int jobs;
    private final int cap;
    private final List<RasterSpec> rasters;
    private final ConvertedBytes.Sum converted;
    private final PointTally counts = new PointTally();
    private final PointValues values = new PointValues();
    private final Map<RecordingShape, Long> shapes = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private PasteLines needed = PasteLines.NONE;
    private List<String> refusals = List.of();
    private long recordings;
    private long sourceBytes;
    private long slotBytes;
    private long paddingBytes;
    private long cutBytes;

    /** An inspection of nothing yet. */
    public InspectionBuilder(InspectedLocation place, int jobs, int cap, List<RasterSpec> rasters) {
        this.place = place;
        this.jobs = jobs;
        this.cap = cap;
        this.rasters = List.copyOf(rasters);
        this.converted = new ConvertedBytes.Sum(rasters);
    }

    /** Notes what a rebuild would need, or why it would refuse the source all the same. */
    public InspectionBuilder forRebuild(PasteLines settings, List<String> reasons) {
        needed = settings;
        refusals = List.copyOf(reasons);
        return this;
    }

    /**
     * Adds a recording: the profiles of all runs of its rows, in order.
     *
     * @param bytes bytes of the source files
     */
    public void add(List<Profile> parts, long bytes) throws IOException {
        for (Profile part : parts) {
            if (part.problem() != null) {
                unreadable.add(part.problem());
                return;
            }
        }
        PointTally sum = new PointTally();
        for (Profile part : parts) {
            sum.addAll(part.counts());
            if (part.values() != null) {
                values.addAll(part.values());
            }
        }
        RecordingShape shape = parts.get(0).shape();
        if (shape != null) {
            add(parts.get(0).file(), shape, sum);
        }
        sourceBytes = Math.addExact(sourceBytes, bytes);
    }

    private void add(String file, RecordingShape shape, PointTally sum) throws IOException {
        recordings++;
        shapes.merge(shape, 1L, Long::sum);
        counts.addAll(sum);
        if (shape.capacity() > 0) {
            long slots = Math.multiplyExact(sum.crops(), shape.slotBytes());
            long perPoint = shape.slotBytes() / shape.capacity();
            slotBytes = Math.addExact(slotBytes, slots);
            paddingBytes = Math.addExact(paddingBytes, slots - Math.multiplyExact(sum.points(), perPoint));
        }
        long cut = place.kind() == InspectedLocation.LocationKind.SOURCE ? sum.dropped() : 0;
        cutBytes = Math.addExact(cutBytes, Math.multiplyExact(cut, shape.pointBytes()));
        converted.add(file, shape.schema(), sum.crops(), sum.points());
    }

    /** The whole. */
    public Inspection build() {
        List<Inspection.Layout> layouts = new ArrayList<>();
        shapes.forEach((shape, count) -> layouts.add(new Inspection.Layout(shape, count)));
        Optional<PointValues> seen = values.crops() > 0 ? Optional.of(values) : Optional.empty();
        return new Inspection(
                place,
                jobs,
                new Inspection.Sizing(cap, rasters, needed),
                new Inspection.FoundContents(recordings, counts, layouts, seen, notes()),
                new Inspection.Faults(unreadable, refusals),
                new Inspection.SourceBytes(sourceBytes, slotBytes, paddingBytes, cutBytes),
                converted.bytes());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        long full = counts.full().orElse(0);
        if (full > 0) {
            notes.add(PointNotes.full(full, counts.crops()));
        }
        if (values.otherPadding() > 0) {
            boolean one = values.otherPadding() == 1;
            notes.add(Figures.counted(values.otherPadding(), "crop") + (one ? " has" : " have")
                    + " padding of neither zeros nor NaN nor copies of real points, so "
                    + (one ? "its count" : "their counts") + " may be wrong: first " + values.firstOther());
        }
        if (values.ranges().values().stream().allMatch(ValueRange::isZero)
                && counts.points() > 0
                && values.crops() > 0) {
            notes.add("All points that were looked at are zero");
        }
        for (RasterSpec raster : rasters) {
            RasterUse use = values.uses().get(raster.name());
            if (use != null) {
                RasterWindow window = new RasterWindow(raster, use);
                if (window.fault() == RasterWindow.WindowFault.WIDE) {
                    notes.add("Raster " + raster.name() + " is at least twice as wide and as high as its points reach: "
                            + window.ranges() + " would make its cells finer");
                }
            }
        }
        return notes;
    }
}

package io.cropmill.inspect;

import io.cropmill.crop.UnclearFieldsException;
import io.cropmill.npy.RecordType;
import io.cropmill.ragged.CropRasters;
import io.cropmill.raster.RasterSpec;
import io.cropmill.report.Figures;
import io.cropmill.report.PointNotes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts profiles together. For one thread. */
public final class InspectionBuilder {
    private final Place place;
    private final int cap;
    private final List<RasterSpec> rasters;
    private final ConvertedBytes.Sum converted;
    private final PointCounts counts = new PointCounts();
    private final PointValues values = new PointValues();
    private final Map<Shape, Long> shapes = new LinkedHashMap<>();
    private final List<String> unreadable = new ArrayList<>();
    private long recordings;
    private long sourceBytes;
    private long slotBytes;
    private long paddingBytes;
    private boolean deep;

    /** An inspection of nothing yet. */
    public InspectionBuilder(Place place, int cap, List<RasterSpec> rasters) {
        this.place = place;
        this.cap = cap;
        this.rasters = List.copyOf(rasters);
        this.converted = new ConvertedBytes.Sum(rasters);
    }

    /**
     * Adds a recording: the profiles of all runs of its rows, in order.
     *
     * @param bytes of the source file
     */
    public void add(List<Profile> parts, long bytes) throws IOException {
        for (Profile part : parts) {
            if (part.problem() != null) {
                unreadable.add(part.problem());
                return;
            }
        }
        PointCounts sum = new PointCounts();
        for (Profile part : parts) {
            sum.addAll(part.counts());
            if (part.values() != null) {
                values.addAll(part.values());
                deep = true;
            }
        }
        Shape shape = parts.get(0).shape();
        if (shape != null) {
            add(parts.get(0).file(), shape, sum);
        }
        sourceBytes = Math.addExact(sourceBytes, bytes);
    }

    private void add(String file, Shape shape, PointCounts sum) throws IOException {
        recordings++;
        shapes.merge(shape, 1L, Long::sum);
        counts.addAll(sum);
        long slots = Math.multiplyExact(sum.crops(), shape.slotBytes());
        long perPoint = shape.capacity() == 0 ? 0 : shape.slotBytes() / shape.capacity();
        slotBytes = Math.addExact(slotBytes, slots);
        if (shape.row() != null) {
            paddingBytes = Math.addExact(paddingBytes, slots - Math.multiplyExact(sum.points(), perPoint));
        }
        long kept = place.kind() == Place.Kind.SOURCE ? sum.points() - sum.dropped() : sum.points();
        converted.add(file, shape.schema(), sum.crops(), kept);
    }

    /** The whole, against the memory of a machine. */
    public Inspection build(MachineMemory memory, int jobs, long jobBytes) {
        ConvertedBytes after = converted.bytes();
        List<Inspection.Layout> layouts = new ArrayList<>();
        shapes.forEach((shape, count) -> layouts.add(new Inspection.Layout(shape, count)));
        return new Inspection(
                place,
                recordings,
                unreadable,
                counts,
                cap,
                layouts,
                sourceBytes,
                slotBytes,
                paddingBytes,
                after,
                MemoryPlan.of(memory, jobs, jobBytes, sourceBytes, after),
                deep ? Optional.of(values) : Optional.empty(),
                notes());
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        Set<String> points = new LinkedHashSet<>();
        shapes.keySet().forEach(shape -> points.add(shape.schema().pointType().descr()));
        if (points.size() > 1) {
            notes.add("One dataset has one type of point, but here are " + points.size() + ": "
                    + String.join(" and ", points));
        }
        if (place.kind() == Place.Kind.SOURCE) {
            shapes.keySet().stream()
                    .findFirst()
                    .ifPresent(shape -> unfit(shape.schema().pointType(), notes));
        }
        long full = counts.full().orElse(0);
        if (full > 0) {
            notes.add(PointNotes.full(full, counts.crops()));
        }
        if (values.otherPadding() > 0) {
            boolean one = values.otherPadding() == 1;
            notes.add(Figures.counted(values.otherPadding(), "crop") + (one ? " has" : " have")
                    + " padding of neither zeros nor NaN nor copies of real points, so that "
                    + (one ? "its count" : "their counts") + " may lie: first " + values.firstOther());
        }
        return notes;
    }

    private void unfit(RecordType points, List<String> notes) {
        for (RasterSpec raster : rasters) {
            try {
                new CropRasters(place.location(), "", 0, points, List.of(raster));
            } catch (UnclearFieldsException | IllegalArgumentException e) {
                notes.add("Raster " + raster.name() + " cannot be made of these points: " + e.getMessage());
            }
        }
    }
}

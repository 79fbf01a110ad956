package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** An inspection by its figures. */
final class FixedInspection {
    private final String name;
    private final int jobs;
    private final PointTally counts = new PointTally();
    private final List<String> refusals = new ArrayList<>();
    private InspectedLocation.LocationKind kind = InspectedLocation.LocationKind.SOURCE;
    private final PointValues values = new PointValues();
    private long source;
    private long padding;
    private long cut;
    private ConvertedBytes converted = AdviceTest.TRAINING_SET;
    private List<RasterSpec> rasters = List.of(RasterSpec.defaults());

    FixedInspection(String name, int jobs) {
        this.name = name;
        this.jobs = jobs;
    }

    FixedInspection bytes(long all, long unused) {
        source = all;
        padding = unused;
        return this;
    }

    FixedInspection cut(long bytes) {
        cut = bytes;
        return this;
    }

    FixedInspection counts(long held, long lost) {
        counts.add(held, lost);
        return this;
    }

    FixedInspection converted(ConvertedBytes bytes) {
        converted = bytes;
        rasters = bytes.rasters().isEmpty() ? List.of() : rasters;
        return this;
    }

    FixedInspection kind(InspectedLocation.LocationKind of) {
        kind = of;
        return this;
    }

    /** Its points lie around a place of a map. */
    FixedInspection far() {
        RasterScan scan = new RasterScan(RasterSpec.defaults(), name, 0);
        scan.crop(0, 2, new float[][] {{450_000, 450_008}, {-1, 1}, {0, 0}, {0, 0}});
        values.addUse("default", scan.use());
        values.addCrop();
        return this;
    }

    FixedInspection rasters(List<RasterSpec> specs) {
        rasters = specs;
        return this;
    }

    FixedInspection refused(String reason) {
        refusals.add(reason);
        return this;
    }

    Inspection build() {
        if (counts.crops() == 0) {
            counts.add(1, 0);
        }
        return new Inspection(
                new InspectedLocation(kind, "file:///data/" + name, Optional.empty()),
                jobs,
                new Inspection.Sizing(4, rasters, PasteLines.NONE),
                new Inspection.FoundContents(
                        1, counts, List.of(), values.crops() > 0 ? Optional.of(values) : Optional.empty(), List.of()),
                new Inspection.Faults(List.of(), refusals),
                new Inspection.SourceBytes(source, source, padding, cut),
                converted);
    }
}

package io.cropmill.inspect;

import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.text.Figures;
import io.cropmill.text.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What was looked at, for a terminal or a log: figures, advice, and what to paste. */
public final class InspectionText {
    private static final int MOST_LISTED = 20;

    private final InspectionReport report;
    private final StringBuilder text = new StringBuilder();

    private InspectionText(InspectionReport report) {
        this.report = report;
    }

    /** All of it; ends with a line feed. */
    public static String of(InspectionReport report) {
        return new InspectionText(report).text();
    }

    private String text() {
        report.places().forEach(this::place);
        boolean refused = report.places().stream()
                .anyMatch(place -> !place.faults().refusals().isEmpty());
        boolean crops = report.places().stream()
                .anyMatch(place -> place.contents().counts().crops() > 0);
        if (crops && !refused && report.memory().isKnown()) {
            text.append(memory()).append('\n');
        }
        Advice advice = report.advice();
        advice.sentences().forEach(sentence -> text.append(sentence).append('\n'));
        paste("Settings to paste into a FILE:", advice.settings());
        paste("Then:", advice.commands());
        return text.toString();
    }

    private void paste(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.forEach(line -> text.append("  ").append(line).append('\n'));
        }
    }

    private void place(Inspection place) {
        InspectedLocation where = place.place();
        text.append(place.isSource() ? "Source: " : "Dataset: ").append(where.location());
        where.version().ifPresent(version -> text.append(", ").append(version));
        if (report.places().size() > 1) {
            text.append(", ").append(Figures.counted(place.jobs(), "job"));
        }
        text.append("\n\n").append(contents(place).text());
        place.contents().layouts().stream().limit(MOST_LISTED).forEach(this::layout);
        if (place.contents().counts().crops() > 0) {
            text.append('\n').append(Bars.text(place.contents().counts().histogram()));
        }
        place.contents().values().ifPresent(values -> values(place, values));
        if (place.contents().counts().crops() > 0 && place.faults().refusals().isEmpty()) {
            text.append('\n').append(sizes(place).text());
        }
        list("Notes:", place.contents().notes());
        if (place.faults().refusals().isEmpty()) {
            list("Cannot be read:", place.faults().unreadable());
        } else {
            list("A rebuild refuses this:", place.faults().refusals());
        }
        text.append('\n');
    }

    private static Table contents(Inspection place) {
        PointTally counts = place.contents().counts();
        Table table =
                new Table().row("recordings", Figures.count(place.contents().recordings()));
        if (!place.faults().unreadable().isEmpty()) {
            table.row("unreadable", Figures.count(place.faults().unreadable().size()));
        }
        table.row("crops", Figures.count(counts.crops())).row("points", Figures.count(counts.points()));
        table.row("points a crop", String.format(Locale.ROOT, "%,.1f", counts.mean()));
        table.row("smallest", Figures.count(counts.smallest())).row("largest", Figures.count(counts.largest()));
        if (counts.empty() > 0) {
            table.row("crops without points", Figures.count(counts.empty()));
        }
        if (counts.overCap() > 0) {
            table.row("crops over the cap of " + Figures.count(place.sizing().cap()), Figures.count(counts.overCap()));
            table.row(place.isSource() ? "points to drop" : "points dropped", Figures.count(counts.dropped()));
        }
        if (place.bytes().slots() > 0) {
            table.row(
                    "padding",
                    Figures.percent(place.bytes().padding(), place.bytes().slots()));
        }
        return table;
    }

    private void layout(Inspection.Layout layout) {
        RecordingShape shape = layout.shape();
        text.append("\nPoints ").append(shape.schema().pointType().descr()).append(", ");
        text.append(Figures.counted(shape.pointBytes(), "byte")).append(" each");
        if (shape.capacity() > 0) {
            text.append("; ").append(Figures.count(shape.capacity())).append(" reserved in rows of ");
            text.append(Figures.count(shape.rowBytes())).append(" bytes");
        }
        text.append(" (")
                .append(Figures.counted(layout.recordings(), "recording"))
                .append(")\n");
    }

    private void values(Inspection place, PointValues values) {
        text.append("\nPoints of ")
                .append(
                        values.crops() < place.contents().counts().crops()
                                ? Figures.count(values.crops()) + " of "
                                        + Figures.counted(
                                                place.contents().counts().crops(), "crop") + " (--deep: of all)"
                                : "all crops")
                .append('\n');
        Table table = new Table().row("", "smallest", "largest", "NaN", "infinite");
        for (Map.Entry<String, ValueRange> entry : values.ranges().entrySet()) {
            ValueRange range = entry.getValue();
            table.row(
                    entry.getKey(),
                    range.hasFinite() ? number(range.smallest()) : "-",
                    range.hasFinite() ? number(range.largest()) : "-",
                    Figures.count(range.nans()),
                    Figures.count(range.infinities()));
        }
        text.append(table.text());
        if (!values.uses().isEmpty()) {
            text.append('\n').append(uses(values).text());
        }
        if (place.isSource() && !report.isSample()) {
            text.append('\n')
                    .append(new Table()
                            .row("crops padded with zeros", Figures.count(values.zeroPadding()))
                            .row("with NaN", Figures.count(values.nanPadding()))
                            .row("with copies of their points", Figures.count(values.copiedPadding()))
                            .row("with something else", Figures.count(values.otherPadding()))
                            .text());
        }
    }

    private static Table uses(PointValues values) {
        Table table =
                new Table().row("", "points in it", "outside x", "outside y", "not finite", "cells that hold points");
        values.uses().forEach((name, use) -> {
            GridCounts reach = use.reach();
            table.row(
                    "raster " + name,
                    Figures.percent(reach.reached(), reach.points()),
                    Figures.percent(reach.outsideX(), reach.points()),
                    Figures.percent(reach.outsideY(), reach.points()),
                    Figures.percent(reach.notFinite(), reach.points()),
                    Figures.percent(use.filledCells(), use.cells()));
        });
        return table;
    }

    private static Table sizes(Inspection place) {
        long before = place.bytes().files();
        ConvertedBytes after = place.converted();
        String cap = place.bytes().cut() > 0
                ? "with cap = " + place.contents().counts().largest()
                : "";
        Table table = new Table().row(cap, "size", "of source");
        if (before > 0) {
            size(table, "source", before, before);
        }
        size(table, "pairs", after.pair(), before);
        for (ConvertedBytes.CacheBytes raster : after.rasters()) {
            size(table, "raster " + raster.name() + ", float32", raster.float32(), before);
            size(table, "raster " + raster.name() + ", float16", raster.float16(), before);
        }
        if (!after.rasters().isEmpty()) {
            for (GridType type : GridType.values()) {
                size(table, "pairs and rasters, " + type, Math.addExact(after.pair(), after.rasterBytes(type)), before);
            }
        }
        return table;
    }

    private static void size(Table table, String name, long bytes, long before) {
        table.row(name, Figures.bytes(bytes), Figures.percent(bytes, before));
    }

    private String memory() {
        MemoryPlan plan = report.memory();
        MachineMemory memory = plan.memory();
        Table table = new Table().row("read in every epoch", "size", "fits in memory");
        for (MemoryPlan.Use use : plan.uses()) {
            boolean unknown = use.form() == MemoryPlan.TrainingInput.SOURCE && use.bytes() == 0;
            if (!unknown) {
                table.row(name(use.form()), Figures.bytes(use.bytes()), Figures.percent(plan.cached(use), use.bytes()));
            }
        }
        return "Memory: " + Figures.bytes(memory.bytes()) + " (" + memory + ") less " + Figures.bytes(plan.jobBytes())
                + (plan.jobs() == 1 ? " for the job" : " for each of " + plan.jobs() + " jobs") + " leaves "
                + Figures.bytes(plan.cacheBytes())
                + " for page cache\n" + table.text();
    }

    private String name(MemoryPlan.TrainingInput form) {
        return form == MemoryPlan.TrainingInput.SOURCE && report.places().size() > 1 ? "sources" : form.toString();
    }

    private static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Figures.count((long) value)
                : String.format(Locale.ROOT, "%.6g", value);
    }

    private void list(String title, List<String> lines) {
        if (!lines.isEmpty()) {
            text.append('\n').append(title).append('\n');
            lines.stream()
                    .limit(MOST_LISTED)
                    .forEach(line -> text.append("  ").append(line).append('\n'));
            if (lines.size() > MOST_LISTED) {
                text.append("  and ")
                        .append(Figures.count(lines.size() - MOST_LISTED))
                        .append(" more\n");
            }
        }
    }
}

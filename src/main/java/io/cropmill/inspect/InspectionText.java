package io.cropmill.inspect;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.report.Figures;
import io.cropmill.report.Table;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** An inspection for a terminal or a log. */
public final class InspectionText {
    private static final int MOST_LISTED = 20;

    private final Inspection inspection;
    private final StringBuilder text = new StringBuilder();

    private InspectionText(Inspection inspection) {
        this.inspection = inspection;
    }

    /** All of it; ends with a line feed. */
    public static String of(Inspection inspection) {
        return new InspectionText(inspection).text();
    }

    private String text() {
        Place place = inspection.place();
        text.append(place.kind() == Place.Kind.SOURCE ? "Source: " : "Dataset: ")
                .append(place.location());
        place.version().ifPresent(version -> text.append(", ").append(version));
        text.append("\n\n").append(contents().text());
        inspection.layouts().stream().limit(MOST_LISTED).forEach(this::layout);
        if (inspection.counts().crops() > 0) {
            text.append('\n').append(Bars.text(inspection.counts().histogram()));
            text.append('\n').append(sizes().text());
            text.append('\n').append(memory());
        }
        inspection.values().ifPresent(this::values);
        list("Notes:", inspection.notes());
        list("Cannot be read:", inspection.unreadable());
        return text.append('\n').append(inspection.advice()).append('\n').toString();
    }

    private Table contents() {
        PointCounts counts = inspection.counts();
        boolean source = inspection.place().kind() == Place.Kind.SOURCE;
        Table table = new Table().row("recordings", Figures.count(inspection.recordings()));
        if (!inspection.unreadable().isEmpty()) {
            table.row("unreadable", Figures.count(inspection.unreadable().size()));
        }
        table.row("crops", Figures.count(counts.crops())).row("points", Figures.count(counts.points()));
        table.row("points a crop", String.format(Locale.ROOT, "%,.1f", counts.mean()));
        table.row("smallest", Figures.count(counts.smallest())).row("largest", Figures.count(counts.largest()));
        if (counts.empty() > 0) {
            table.row("crops without points", Figures.count(counts.empty()));
        }
        if (counts.overCap() > 0) {
            table.row("crops over the cap of " + Figures.count(inspection.cap()), Figures.count(counts.overCap()));
            table.row(source ? "points to drop" : "points dropped", Figures.count(counts.dropped()));
        }
        if (inspection.slotBytes() > 0) {
            table.row("padding", Figures.percent(inspection.paddingBytes(), inspection.slotBytes()));
        }
        return table;
    }

    private void layout(Inspection.Layout layout) {
        Shape shape = layout.shape();
        text.append("\nPoints ").append(shape.schema().pointType().descr()).append(", ");
        text.append(Figures.count(shape.pointBytes())).append(" bytes each");
        if (shape.row() != null) {
            text.append("; ").append(Figures.count(shape.capacity())).append(" reserved in rows of ");
            text.append(Figures.count(shape.row().type().itemSize())).append(" bytes");
        }
        text.append(" (")
                .append(Figures.counted(layout.recordings(), "recording"))
                .append(")\n");
    }

    private Table sizes() {
        long before = inspection.sourceBytes();
        ConvertedBytes after = inspection.converted();
        Table table = new Table().row("", "size", "of source");
        if (before > 0) {
            size(table, "source", before);
        }
        if (inspection.slotBytes() > 0) {
            size(table, "  reserved for points", inspection.slotBytes());
            size(table, "  padding", inspection.paddingBytes());
        }
        size(table, "pairs", after.pair());
        size(table, "  metadata", after.metadata());
        size(table, "  points, structured", after.structured());
        after.plain()
                .ifPresentOrElse(
                        bytes -> size(table, "  points, plain", bytes),
                        () -> table.row("  points, plain", "-", "no common type"));
        for (ConvertedBytes.RasterBytes raster : after.rasters()) {
            size(table, "raster " + raster.name() + ", float32", raster.float32());
            size(table, "raster " + raster.name() + ", float16", raster.float16());
        }
        if (!after.rasters().isEmpty()) {
            for (GridType type : GridType.values()) {
                size(table, "pairs and rasters, " + type, Math.addExact(after.pair(), after.rasterBytes(type)));
            }
        }
        return table;
    }

    private void size(Table table, String name, long bytes) {
        table.row(name, Figures.bytes(bytes), Figures.percent(bytes, inspection.sourceBytes()));
    }

    private String memory() {
        MemoryPlan plan = inspection.memory();
        MachineMemory memory = plan.memory();
        if (memory.bytes() == 0) {
            return "";
        }
        Table table = new Table().row("", "size", "stays in memory");
        for (MemoryPlan.Use use : plan.uses()) {
            boolean unknown = use.what().equals("source") && use.bytes() == 0;
            if (!unknown) {
                table.row(
                        shown(use.what()), Figures.bytes(use.bytes()), Figures.percent(plan.cached(use), use.bytes()));
            }
        }
        return "Memory: " + Figures.bytes(memory.bytes()) + " (" + memory + ") less " + Figures.bytes(plan.jobBytes())
                + " a job leaves " + Figures.bytes(plan.cacheBytes()) + " for page cache\n"
                + (plan.jobs() == 1
                        ? "1 job reads in every epoch, from"
                        : plan.jobs() + " jobs, each with a raster of its own, read in every epoch, from")
                + "\n" + table.text();
    }

    /** {@code pairs_and_rasters_float32} as {@code pairs and rasters, float32}. */
    private static String shown(String what) {
        return what.replaceAll("_(float\\d\\d)$", ", $1").replace('_', ' ');
    }

    private void values(PointValues values) {
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
        text.append('\n').append(table.text());
        if (inspection.place().kind() == Place.Kind.SOURCE) {
            text.append('\n')
                    .append(new Table()
                            .row("crops padded with zeros", Figures.count(values.zeroPadding()))
                            .row("with NaN", Figures.count(values.nanPadding()))
                            .row("with copies of their points", Figures.count(values.copiedPadding()))
                            .row("with something else", Figures.count(values.otherPadding()))
                            .text());
        }
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

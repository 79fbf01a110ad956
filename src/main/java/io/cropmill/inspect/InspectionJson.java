package io.cropmill.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.raster.GridCounts;
import io.cropmill.report.JsonTree;
import java.util.Locale;
import java.util.Map;

/**
 * What was looked at, for a program. Sizes are bytes, shares 0 to 1; keys do not go, and new ones may come.
 *
 * <pre>
 * kind             "source" or "dataset"
 * location         URI
 * version          of a dataset, else null
 * jobs             that read it at once
 * recordings       that could be read
 * unreadable       [messages]
 * refusals         [messages]: why a rebuild would refuse the source
 * crops, empty_crops, points, mean_points, smallest_crop, largest_crop
 * cap, over_cap, dropped_points
 * full_crops       that leave no slot of their row free, so that they were probably cut before; null if rows reserve none
 * histogram        {width, crops: [...]}: bin i holds crops of i * width to before (i + 1) * width points
 * layouts          [{recordings, points, point_bytes, capacity, row_bytes}]; the last two are null if not known
 * source           {bytes, reserved_for_points, padding, padding_share, cut_by_cap}; for a dataset bytes of what it was
 *                  built from
 * converted        {metadata, points: {structured, plain or null}, pair, rasters: {name: {float32, float16}},
 *                   pair_and_rasters: {float32, float16}}
 * looked_at        crops of which the points were read
 * values           null if no points were read, else {component: {smallest, largest, nan, infinite}}
 * rasters          {name: {points, reached, outside_x, outside_y, not_finite, cells, filled_cells}} of those crops
 * padding          null, or with --deep of a source {zeros, nan, copies, other}: crops
 * notes            [sentences]
 * memory           {bytes, origin, jobs, job_bytes, cache_bytes,
 *                   uses: {source, pairs, pairs_and_rasters_float32, rasters_float32, ..._float16:
 *                          {bytes, cached_bytes, cached_share}}}
 * advice           sentences
 * settings         [lines of a settings file]
 * commands         [shell commands]
 * </pre>
 *
 * <p>Of several places, the keys up to {@code notes} are those of each object of a list {@code places}.
 */
public final class InspectionJson {
    private final InspectionReport report;
    private final Inspection inspection;
    private final ObjectNode json;

    private InspectionJson(InspectionReport report, Inspection inspection, ObjectNode json) {
        this.report = report;
        this.inspection = inspection;
        this.json = json;
    }

    /** One object on several lines; ends with a line feed. */
    public static String of(InspectionReport report) {
        ObjectNode json = JsonTree.object();
        if (report.places().size() == 1) {
            new InspectionJson(report, report.places().get(0), json).write();
        } else {
            ArrayNode places = json.putArray("places");
            report.places().forEach(place -> new InspectionJson(report, place, places.addObject()).write());
        }
        memory(report.memory(), json);
        Advice advice = report.advice();
        json.put("advice", advice.text());
        strings(json, "settings", advice.settings());
        strings(json, "commands", advice.commands());
        return JsonTree.text(json);
    }

    private void write() {
        InspectedLocation place = inspection.place();
        json.put("kind", place.kind().toString()).put("location", place.location());
        json.put("version", place.version().orElse(null)).put("jobs", inspection.jobs());
        json.put("recordings", inspection.contents().recordings());
        strings(json, "unreadable", inspection.faults().unreadable());
        strings(json, "refusals", inspection.faults().refusals());
        counts();
        layouts();
        ObjectNode source =
                json.putObject("source").put("bytes", inspection.bytes().files());
        source.put("reserved_for_points", inspection.bytes().slots())
                .put("padding", inspection.bytes().padding());
        source.put("padding_share", inspection.bytes().paddingShare())
                .put("cut_by_cap", inspection.bytes().cut());
        converted();
        values();
        strings(json, "notes", inspection.contents().notes());
    }

    private static void strings(ObjectNode json, String key, Iterable<String> values) {
        ArrayNode array = json.putArray(key);
        values.forEach(array::add);
    }

    private void counts() {
        PointTally counts = inspection.contents().counts();
        json.put("crops", counts.crops()).put("empty_crops", counts.empty()).put("points", counts.points());
        json.put("mean_points", counts.mean()).put("smallest_crop", counts.smallest());
        json.put("largest_crop", counts.largest())
                .put("cap", inspection.sizing().cap());
        json.put("over_cap", counts.overCap()).put("dropped_points", counts.dropped());
        json.put("full_crops", counts.full().isPresent() ? (Long) counts.full().getAsLong() : null);
        ObjectNode histogram = json.putObject("histogram");
        histogram.put("width", counts.histogram().width());
        ArrayNode bins = histogram.putArray("crops");
        counts.histogram().crops().forEach(bins::add);
    }

    private void layouts() {
        ArrayNode layouts = json.putArray("layouts");
        for (Inspection.Layout layout : inspection.contents().layouts()) {
            RecordingShape shape = layout.shape();
            ObjectNode node = layouts.addObject().put("recordings", layout.recordings());
            node.put("points", shape.schema().pointType().descr()).put("point_bytes", shape.pointBytes());
            node.put("capacity", shape.capacity() == 0 ? null : (Long) shape.capacity());
            node.put("row_bytes", shape.rowBytes() == 0 ? null : (Long) shape.rowBytes());
        }
    }

    private void converted() {
        ConvertedBytes after = inspection.converted();
        ObjectNode node = json.putObject("converted").put("metadata", after.metadata());
        ObjectNode points = node.putObject("points").put("structured", after.structured());
        points.put("plain", after.plain().isPresent() ? (Long) after.plain().getAsLong() : null);
        node.put("pair", after.pair());
        ObjectNode rasters = node.putObject("rasters");
        long float32 = after.pair();
        long float16 = after.pair();
        for (ConvertedBytes.CacheBytes raster : after.rasters()) {
            rasters.putObject(raster.name()).put("float32", raster.float32()).put("float16", raster.float16());
            float32 = Math.addExact(float32, raster.float32());
            float16 = Math.addExact(float16, raster.float16());
        }
        node.putObject("pair_and_rasters").put("float32", float32).put("float16", float16);
    }

    private static void memory(MemoryPlan plan, ObjectNode json) {
        ObjectNode node = json.putObject("memory").put("bytes", plan.memory().bytes());
        node.put("origin", plan.memory().origin()).put("jobs", plan.jobs()).put("job_bytes", plan.jobBytes());
        node.put("cache_bytes", plan.cacheBytes());
        ObjectNode uses = node.putObject("uses");
        for (MemoryPlan.Use use : plan.uses()) {
            long cached = plan.cached(use);
            uses.putObject(use.form().name().toLowerCase(Locale.ROOT))
                    .put("bytes", use.bytes())
                    .put("cached_bytes", cached)
                    .put("cached_share", use.bytes() == 0 ? 1 : (double) cached / use.bytes());
        }
    }

    private void values() {
        json.put(
                "looked_at",
                inspection.contents().values().map(PointValues::crops).orElse(0L));
        if (inspection.contents().values().isEmpty()) {
            json.putNull("values");
            json.putObject("rasters");
            json.putNull("padding");
            return;
        }
        PointValues values = inspection.contents().values().get();
        ObjectNode ranges = json.putObject("values");
        for (Map.Entry<String, ValueRange> entry : values.ranges().entrySet()) {
            ValueRange range = entry.getValue();
            ObjectNode node = ranges.putObject(entry.getKey());
            node.put("smallest", range.hasFinite() ? (Double) range.smallest() : null);
            node.put("largest", range.hasFinite() ? (Double) range.largest() : null);
            node.put("nan", range.nans()).put("infinite", range.infinities());
        }
        ObjectNode rasters = json.putObject("rasters");
        values.uses().forEach((name, use) -> {
            GridCounts reach = use.reach();
            rasters.putObject(name)
                    .put("points", reach.points())
                    .put("reached", reach.reached())
                    .put("outside_x", reach.outsideX())
                    .put("outside_y", reach.outsideY())
                    .put("not_finite", reach.notFinite())
                    .put("cells", use.cells())
                    .put("filled_cells", use.filledCells());
        });
        if (inspection.isSource() && !report.isSample()) {
            json.putObject("padding")
                    .put("zeros", values.zeroPadding())
                    .put("nan", values.nanPadding())
                    .put("copies", values.copiedPadding())
                    .put("other", values.otherPadding());
        } else {
            json.putNull("padding");
        }
    }
}

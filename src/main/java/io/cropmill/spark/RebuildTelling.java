package io.cropmill.spark;

import io.cropmill.ragged.RaggedFiles.Tally;
import io.cropmill.ragged.RaggedTarget;
import io.cropmill.rebuild.BuiltRecordings;
import io.cropmill.rebuild.CountedSource;
import io.cropmill.rebuild.OutputBytes;
import io.cropmill.rebuild.PlannedRecording;
import io.cropmill.rebuild.Problems;
import io.cropmill.report.Contents;
import io.cropmill.report.Footprint;
import io.cropmill.report.PlanSummary;
import io.cropmill.report.RebuildSummary;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a rebuild tells the person who ran it. */
final class RebuildTelling {
    private final RebuildRequest request;
    private final long startNanos;

    RebuildTelling(RebuildRequest request, long startNanos) {
        this.request = request;
        this.startNanos = startNanos;
    }

    JobOutcome plan(CountedSource counted) throws IOException {
        PlanSummary summary = new PlanSummary(
                request.source().toString(),
                request.target().toString(),
                counted.recordings().size(),
                0,
                0,
                contents(counted),
                footprint(counted),
                "the same command without --dry-run");
        return new JobOutcome(JobOutcome.Status.DONE, told(counted.problems()) + summary.text());
    }

    JobOutcome published(String version, CountedSource counted, BuiltRecordings built) throws IOException {
        String folder = request.target() + "/" + version;
        RebuildSummary summary = new RebuildSummary(
                folder,
                0,
                built.problems().count(),
                contents(counted),
                footprint(counted),
                System.nanoTime() - startNanos,
                "np.load(\"" + folder.replaceFirst("^file://", "") + "/"
                        + built.entries().get(0).name() + ".npy\", mmap_mode=\"r\")");
        String saturated = built.tally().saturated() == 0
                ? ""
                : "Note: " + built.tally().saturated()
                        + " raster values were beyond float16 and were cut to its limits (65,504); use dtype = float32\n\n";
        return new JobOutcome(
                built.problems().count() == 0 ? JobOutcome.Status.DONE : JobOutcome.Status.SKIPPED_RECORDINGS,
                told(built.problems()) + saturated + summary.text());
    }

    JobOutcome badRecordings(Problems problems) {
        return new JobOutcome(
                JobOutcome.Status.BAD_RECORDINGS,
                told(problems) + "Nothing was published: " + problems.count()
                        + " bad recordings; mend them, or leave them out with on-bad-recording = skip\n");
    }

    private static String told(Problems problems) {
        return problems.count() == 0 ? "" : problems.text() + "\n";
    }

    private static Contents contents(CountedSource counted) {
        Tally total = counted.recordings().stream().map(PlannedRecording::total).reduce(Tally.NONE, Tally::plus);
        return new Contents(
                counted.recordings().size(),
                total.crops(),
                total.pointsOut(),
                total.overCap(),
                total.pointsIn() - total.pointsOut());
    }

    private Footprint footprint(CountedSource counted) throws IOException {
        RaggedTarget sizes = new RaggedTarget(
                "",
                request.settings().cap(),
                request.settings().seed(),
                request.settings().pointsLayout(),
                request.settings().rasters());
        long sourceBytes = 0;
        OutputBytes bytes = OutputBytes.NONE;
        for (PlannedRecording recording : counted.recordings()) {
            sourceBytes = Math.addExact(sourceBytes, recording.source().file().bytes());
            bytes = bytes.plus(OutputBytes.of(recording, sizes));
        }
        List<Footprint.RasterBytes> rasters = new ArrayList<>();
        bytes.rasters().forEach((name, size) -> rasters.add(new Footprint.RasterBytes(name, size)));
        return new Footprint(sourceBytes, bytes.pair(), rasters);
    }
}

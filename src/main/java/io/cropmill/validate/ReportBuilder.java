package io.cropmill.validate;

import io.cropmill.raster.Channel;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.WrittenFile;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import io.cropmill.validate.ValidationReport.Totals;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Puts what was found about splits together, recording by recording in name order, and checks what only the whole can
 * show: checksums and counts against the manifest. For one thread.
 */
public final class ReportBuilder {
    private static final int MOST_WORST = 6;
    private static final int MOST_ORDINARY = 3;

    private final ReportHeading heading;
    private final ValidationSettings settings;
    private final List<RecordingChecked> recordings = new ArrayList<>();
    private final Findings findings = new Findings(ValidationReport.MOST_FINDINGS);
    private final Candidate.Best best = new Candidate.Best();
    private final PointCounts counts = new PointCounts();
    private final Map<String, Long> rasterBytes = new LinkedHashMap<>();
    private final Set<String> uncached = new HashSet<>();
    private long paddedSlots;

    /** Starts a report. */
    public ReportBuilder(ReportHeading heading, ValidationSettings settings) {
        this.heading = heading;
        this.settings = settings;
        settings.rasters().forEach(raster -> rasterBytes.put(raster.name(), 0L));
    }

    /** Adds a recording that was compared, all its splits. */
    public void add(SourceRecording source, PairClaim claim, List<SplitChecked> splits) {
        Findings own = new Findings(ValidationReport.MOST_FINDINGS);
        Map<String, Long> fileBytes = new LinkedHashMap<>();
        SplitChecked.Figures sum = new SplitChecked.Figures(0, 0, 0, 0, 0, 0, new PointCounts(), 0, 0);
        for (SplitChecked split : splits) {
            SplitChecked.Figures figures = split.figures();
            own.addAll(split.findings(), figures.failures(), figures.warnings());
            sum = sum.plus(figures);
            fileBytes.putAll(split.fileBytes());
            best.addAll(split.best());
        }
        counts.addAll(sum.counts());
        paddedSlots = Math.addExact(paddedSlots, sum.paddedSlots());
        files(claim).forEach(file -> requireChecksum(own, claim, file, splits));
        requireCounts(own, source, claim, sum);
        long caches = 0;
        for (RasterSpec raster : settings.rasters()) {
            FileClaim cache = claim.rasters().get(raster.name());
            if (cache == null) {
                uncached.add(raster.name());
            } else {
                long bytes = fileBytes.getOrDefault(cache.path(), 0L);
                rasterBytes.merge(raster.name(), bytes, Math::addExact);
                caches = Math.addExact(caches, bytes);
            }
        }
        long pair = Math.addExact(
                fileBytes.getOrDefault(claim.metadata().path(), 0L),
                fileBytes.getOrDefault(claim.points().path(), 0L));
        addRow(source.name(), sum, source.file().bytes(), pair, caches, own);
    }

    /** Adds a recording that could not be compared at all, or a pair that should not be there. */
    public void addUncompared(String recording, Finding finding) {
        Findings own = new Findings(1);
        own.add(finding);
        addRow(recording, new SplitChecked.Figures(0, 0, 0, 0, 0, 0, new PointCounts(), 0, 0), 0, 0, 0, own);
    }

    private void addRow(
            String name, SplitChecked.Figures sum, long sourceBytes, long pairBytes, long caches, Findings own) {
        findings.addAll(own.listed(), own.failures(), own.warnings());
        recordings.add(new RecordingChecked(
                name,
                sum.crops(),
                sum.compared(),
                sum.sourcePoints(),
                sum.points(),
                sum.overCap(),
                sourceBytes,
                pairBytes,
                caches,
                own.failures(),
                own.warnings()));
    }

    private static Stream<FileClaim> files(PairClaim claim) {
        return Stream.concat(Stream.of(claim.metadata(), claim.points()), claim.rasters().values().stream());
    }

    /** Only of files that every split has read and that are as long as they should be: others are findings already. */
    private static void requireChecksum(Findings own, PairClaim claim, FileClaim file, List<SplitChecked> splits) {
        List<WrittenFile> runs = new ArrayList<>();
        for (SplitChecked split : splits) {
            WrittenFile run = split.runs().get(file.path());
            if (run == null) {
                return;
            }
            runs.add(run);
        }
        WrittenFile found = Checksums.joined(file.path(), runs);
        WrittenFile written = file.written();
        if (written != null && found.bytes() == written.bytes() && found.crc32c() != written.crc32c()) {
            own.add(new Subject("file", claim.recording(), file.path())
                    .failure(
                            "crc32c " + Checksums.text(written.crc32c()) + ", as it was written",
                            Checksums.text(found.crc32c())));
        }
    }

    private static void requireCounts(Findings own, SourceRecording source, PairClaim claim, SplitChecked.Figures sum) {
        PairClaim.Counts counts = claim.counts();
        if (counts == null) {
            return;
        }
        requireCount(own, claim, "crops", counts.crops(), sum.crops());
        requireCount(own, claim, "points", counts.points(), sum.points());
        requireCount(own, claim, "crops over the cap", counts.overCap(), sum.overCap());
        if (counts.sourceBytes() != source.file().bytes()) {
            own.add(new Subject("file", claim.recording(), source.file().path())
                    .failure(
                            Shown.number(counts.sourceBytes()) + " bytes, as when the pair was built",
                            Shown.number(source.file().bytes())));
        }
    }

    private static void requireCount(Findings own, PairClaim claim, String what, long expected, long found) {
        if (expected != found) {
            own.add(new Subject("count", claim.recording(), claim.metadata().path())
                    .failure(
                            Shown.number(expected) + " " + what + ", as the manifest says",
                            Shown.number(found) + " in the source"));
        }
    }

    /** Crops to make pictures of: the worst, or, if all is equal, some random and the largest. */
    public List<Look> looks() {
        if (!best.of(Candidate.Why.WORST).isEmpty()) {
            return looks(Candidate.Why.WORST, "worst", MOST_WORST);
        }
        List<Look> looks = looks(Candidate.Why.LARGEST, "largest", MOST_ORDINARY);
        for (Look look : looks(Candidate.Why.RANDOM, "random", Integer.MAX_VALUE)) {
            boolean shown = looks.stream()
                    .anyMatch(other -> other.recording().equals(look.recording()) && other.row() == look.row());
            if (!shown && looks.size() < 2 * MOST_ORDINARY) {
                looks.add(look);
            }
        }
        return looks;
    }

    private List<Look> looks(Candidate.Why why, String word, int most) {
        List<Look> looks = new ArrayList<>();
        best.of(why).stream()
                .limit(most)
                .forEach(candidate -> looks.add(new Look(candidate.recording(), candidate.row(), word)));
        return looks;
    }

    /** A crop to make a picture of, and why. */
    public record Look(String recording, long row, String why) {}

    /** Ends the report. */
    public ValidationReport build(List<CropPicture> pictures) {
        List<Finding> listed = findings.listed();
        return new ValidationReport(
                heading.source(),
                heading.dataset(),
                heading.version(),
                heading.created().toString(),
                settings.sample(),
                settings.against() == null
                        ? "source"
                        : settings.against().folder().toString(),
                settings.rasters().stream().map(this::checked).toList(),
                totals(),
                counts.histogram(),
                List.copyOf(recordings),
                listed,
                Math.addExact(findings.failures(), findings.warnings()) - listed.size(),
                List.copyOf(pictures));
    }

    private RasterChecked checked(RasterSpec raster) {
        return new RasterChecked(
                raster.name(),
                raster.channels().stream().map(Channel::toString).toList(),
                raster.height(),
                raster.width(),
                raster.dtype().toString(),
                !uncached.contains(raster.name()),
                raster.rasterizerClass().isEmpty());
    }

    private Totals totals() {
        long[] sums = new long[7];
        for (RecordingChecked recording : recordings) {
            long[] row = {
                recording.crops(),
                recording.compared(),
                recording.sourcePoints(),
                recording.points(),
                recording.overCap(),
                recording.sourceBytes(),
                recording.pairBytes()
            };
            for (int i = 0; i < sums.length; i++) {
                sums[i] = Math.addExact(sums[i], row[i]);
            }
        }
        return new Totals(
                sums[0],
                sums[1],
                sums[2],
                sums[3],
                sums[4],
                paddedSlots,
                sums[5],
                sums[6],
                new LinkedHashMap<>(rasterBytes),
                findings.failures(),
                findings.warnings());
    }
}

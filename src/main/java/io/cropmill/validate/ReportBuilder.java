package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.dataset.StoredRecording.DamagedFile;
import io.cropmill.plain.PlainChecksum;
import io.cropmill.plain.PlainChecksum.Piece;
import io.cropmill.raster.Channel;
import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterReach;
import io.cropmill.raster.RasterSpec;
import io.cropmill.rebuild.SourceRecording;
import io.cropmill.storage.Checksums;
import io.cropmill.storage.WrittenFile;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.Evidence;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RasterForm;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import io.cropmill.validate.ValidationReport.RecordingChecked.RecordingBytes;
import io.cropmill.validate.ValidationReport.RecordingLoss;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Combines the results of splits, recording by recording in name order, and checks what needs the whole
 * recording: checksums and counts against the manifest. For one thread.
 */
public final class ReportBuilder {
    private static final int MOST_WORST = 6;
    private static final int MOST_ORDINARY = 3;

    private final ReportHeading heading;
    private final ValidationSettings settings;
    private final List<RecordingChecked> recordings = new ArrayList<>();
    private final Findings findings = new Findings(ValidationReport.MOST_FINDINGS);
    private final CropStatistics overall;
    private final Map<String, Long> rasterBytes = new LinkedHashMap<>();
    private final Set<String> uncached = new HashSet<>();
    private final Map<String, GridCounts> reachedByRaster = new HashMap<>();
    private final Map<String, Map<String, RasterReach>> built = new HashMap<>();
    private final Map<String, List<LeftOutField>> leftOut = new HashMap<>();
    private final Map<String, List<DamagedFile>> damaged = new HashMap<>();
    private SplitChecked.SplitSums sums = SplitChecked.SplitSums.NONE;
    private long sourceBytes;
    private long pairBytes;

    /** Starts a report. */
    public ReportBuilder(ReportHeading heading, ValidationSettings settings, CropStatistics overall) {
        this.heading = heading;
        this.settings = settings;
        this.overall = overall;
        settings.recipe().rasters().forEach(raster -> rasterBytes.put(raster.name(), 0L));
    }

    /**
     * Takes what a rebuild counted while it made the rasters, by recording and raster: the old side must count the same.
     */
    public void expect(Map<String, Map<String, RasterReach>> counted) {
        built.putAll(counted);
    }

    /** Takes the files that were damaged when they were read back; to be called before their recordings are added. */
    public void damaged(List<DamagedFile> files) {
        files.forEach(file -> damaged.computeIfAbsent(file.recording(), none -> new ArrayList<>())
                .add(file));
    }

    /** One finding a file is enough. */
    private void addDamaged(String recording, Findings own) {
        Set<String> known =
                own.listed().stream().map(finding -> finding.subject().file()).collect(Collectors.toSet());
        for (DamagedFile file : damaged.getOrDefault(recording, List.of())) {
            String path = file.written().path();
            if (!known.contains(path)) {
                own.add(new FindingSubject("file", recording, path)
                        .finding(Finding.Severity.FAILURE, "", "", file.sentence()));
            }
        }
    }

    /** Adds a recording that was compared, all its splits. */
    public void add(SourceRecording source, PairClaim claim, List<SplitChecked> splits) {
        Findings own = new Findings(ValidationReport.MOST_FINDINGS);
        SplitChecked.SplitSums sum = SplitChecked.SplitSums.NONE;
        for (SplitChecked split : splits) {
            SplitChecked.SplitSums figures = split.figures();
            own.addAll(split.findings(), figures.failures(), figures.warnings());
            sum = sum.plus(figures);
        }
        sums = sums.plus(sum);
        long pair = bytes(own, claim, 0, claim.metadata(), splits);
        pair = Math.addExact(pair, bytes(own, claim, 1, claim.points(), splits));
        long caches = 0;
        for (int raster = 0; raster < settings.recipe().rasters().size(); raster++) {
            String name = settings.recipe().rasters().get(raster).name();
            FileClaim cache = claim.rasters().get(name);
            if (cache == null) {
                uncached.add(name);
            } else {
                long bytes = bytes(own, claim, 2 + raster, cache, splits);
                rasterBytes.merge(name, bytes, Math::addExact);
                caches = Math.addExact(caches, bytes);
            }
        }
        for (int raster = 0; raster < settings.recipe().rasters().size(); raster++) {
            reached(own, source, sum, settings.recipe().rasters().get(raster), raster, splits);
        }
        requireCounts(own, source, claim, sum);
        requireEnds(own, source, splits);
        addDamaged(source.name(), own);
        leftOut.put(source.name(), splits.get(0).leftOut());
        sourceBytes = Math.addExact(sourceBytes, source.bytes());
        pairBytes = Math.addExact(pairBytes, pair);
        addRow(source.name(), sum, new RecordingBytes(source.bytes(), pair, caches), own);
    }

    private void reached(
            Findings own,
            SourceRecording source,
            SplitChecked.SplitSums sum,
            RasterSpec spec,
            int raster,
            List<SplitChecked> splits) {
        GridCounts whole = null;
        for (SplitChecked split : splits) {
            GridCounts part = split.reached().length == 0 ? null : split.reached()[raster];
            if (part == null) {
                return;
            }
            whole = whole == null ? part : whole.plus(part);
        }
        if (whole == null || whole.points() == 0) {
            return;
        }
        reachedByRaster.merge(spec.name(), whole, GridCounts::plus);
        FindingSubject subject =
                new FindingSubject("reach", source.name(), source.file().path());
        RasterReach counted = built.getOrDefault(source.name(), Map.of()).get(spec.name());
        boolean isOther = counted != null
                && whole.points() == sum.crops().points()
                && !counted.counts().equals(whole);
        if (counted != null && isOther) {
            own.add(subject.failure(
                    words(whole) + " for raster " + spec.name() + ", as the source has them", words(counted.counts())));
        }
        if (whole.isNowhere()) {
            String expected = "points in a cell of raster " + spec.name();
            own.add(subject.finding(
                    Finding.Severity.WARNING,
                    expected,
                    words(whole),
                    "[" + source.file().path() + "] Expected " + expected + ", x in " + spec.x() + " and y in "
                            + spec.y() + ", but found " + words(whole)));
        }
    }

    private static String words(GridCounts reached) {
        return Figures.counted(reached.points(), "point") + ", " + Figures.count(reached.outsideX()) + " outside x, "
                + Figures.count(reached.outsideY()) + " outside y, " + Figures.count(reached.outsideBoth())
                + " outside both, " + Figures.count(reached.notFinite()) + " not finite";
    }

    /** Adds a recording that could not be compared at all, or a pair that should not be there. */
    public void addUncompared(String recording, Finding finding) {
        Findings own = new Findings(ValidationReport.MOST_FINDINGS);
        own.add(finding);
        addDamaged(recording, own);
        addRow(recording, SplitChecked.SplitSums.NONE, new RecordingBytes(0, 0, 0), own);
    }

    private void addRow(String name, SplitChecked.SplitSums sum, RecordingBytes bytes, Findings own) {
        findings.addAll(own.listed(), own.failures(), own.warnings());
        recordings.add(new RecordingChecked(name, sum.crops(), sum.oddSlots(), bytes, own.failures(), own.warnings()));
    }

    /**
     * Checks a file's sum and gives its length. Only a file that every split has read, and that is as long as it should
     * be: others are findings already.
     */
    private static long bytes(Findings own, PairClaim claim, int place, FileClaim file, List<SplitChecked> splits) {
        List<Piece> runs = new ArrayList<>();
        long bytes = 0;
        for (SplitChecked split : splits) {
            if (split.files().length == 0) {
                return 0;
            }
            SplitChecked.FileChecked checked = split.files()[place];
            bytes = checked.bytes();
            if (checked.run() == null) {
                return bytes;
            }
            runs.add(checked.run());
        }
        WrittenFile written = file.written();
        boolean isWhole = PlainChecksum.cover(runs, bytes);
        FindingSubject subject = new FindingSubject("file", claim.recording(), file.path());
        if (isWhole && written != null && bytes == written.bytes() && PlainChecksum.joined(runs) != written.crc32c()) {
            own.add(subject.failure(
                    "crc32c " + Checksums.text(written.crc32c()) + ", as it was written",
                    Checksums.text(PlainChecksum.joined(runs))));
        }
        if (!isWhole && own.failures() == 0) {
            own.add(subject.failure(
                    "all of its " + Figures.counted(bytes, "byte") + " to be read back", "pieces with gaps"));
        }
        return bytes;
    }

    private static void requireCounts(
            Findings own, SourceRecording source, PairClaim claim, SplitChecked.SplitSums sum) {
        PairClaim.ClaimedCounts counts = claim.counts();
        if (counts == null) {
            return;
        }
        requireCount(own, claim, "crops", counts.crops(), sum.crops().crops());
        requireCount(own, claim, "points", counts.points(), sum.crops().points());
        requireCount(
                own, claim, "crops over the cap", counts.overCap(), sum.crops().overCap());
        if (counts.sourceBytes() != source.bytes()) {
            own.add(new FindingSubject("file", claim.recording(), source.file().path())
                    .failure(
                            Figures.counted(counts.sourceBytes(), "byte") + ", as when the pair was built",
                            Figures.count(source.bytes())));
        }
    }

    /** A split without files did not finish, so the recording is not proven. */
    private static void requireEnds(Findings own, SourceRecording source, List<SplitChecked> splits) {
        long stopped =
                splits.stream().filter(split -> split.files().length == 0).count();
        if (stopped == 0 && !coverAllRows(splits)) {
            own.add(new FindingSubject("count", source.name(), source.file().path())
                    .failure("all rows to be compared, each once", "parts with gaps or overlaps"));
        }
        if (stopped > 0 && own.failures() == 0) {
            own.add(new FindingSubject("count", source.name(), source.file().path())
                    .failure(
                            "all rows to be compared",
                            "that " + stopped + " of " + splits.size()
                                    + " parts could not be opened; validate it again"));
        }
    }

    /** True if the splits' rows follow each other from the first of the recording to its last. */
    private static boolean coverAllRows(List<SplitChecked> splits) {
        long next = 0;
        for (SplitChecked split : splits) {
            SplitChecked.CheckedRows rows = split.rows();
            if (rows.first() != next || rows.all() != splits.get(0).rows().all()) {
                return false;
            }
            next = rows.end();
        }
        return !splits.isEmpty() && next == splits.get(0).rows().all();
    }

    private static void requireCount(Findings own, PairClaim claim, String what, long expected, long found) {
        if (expected != found) {
            own.add(new FindingSubject(
                            "count", claim.recording(), claim.metadata().path())
                    .failure(
                            Figures.count(expected) + " " + what + ", as the manifest says",
                            Figures.count(found) + " in the source"));
        }
    }

    /** Crops to make pictures of: the worst, or, if all is equal, some random and the largest. */
    public List<PictureRequest> looks() {
        if (!overall.best().of(PictureCandidate.Why.WORST).isEmpty()) {
            return looks(PictureCandidate.Why.WORST, "worst", MOST_WORST);
        }
        List<PictureRequest> looks = looks(PictureCandidate.Why.LARGEST, "largest", MOST_ORDINARY);
        for (PictureRequest look : looks(PictureCandidate.Why.RANDOM, "random", Integer.MAX_VALUE)) {
            boolean shown = looks.stream()
                    .anyMatch(other -> other.recording().equals(look.recording()) && other.row() == look.row());
            if (!shown && looks.size() < 2 * MOST_ORDINARY) {
                looks.add(look);
            }
        }
        return looks;
    }

    private List<PictureRequest> looks(PictureCandidate.Why why, String word, int most) {
        List<PictureRequest> looks = new ArrayList<>();
        overall.best().of(why).stream()
                .limit(most)
                .forEach(candidate -> looks.add(new PictureRequest(candidate.recording(), candidate.row(), word)));
        return looks;
    }

    /** A crop to make a picture of, and why. */
    public record PictureRequest(String recording, long row, String why) {}

    /** Ends the report. */
    public ValidationReport build(List<CropPicture> pictures) {
        List<Finding> listed = findings.listed();
        long unlisted = Math.addExact(findings.failures(), findings.warnings()) - listed.size();
        return new ValidationReport(
                heading,
                settings.recipe().rasters().stream().map(this::checked).toList(),
                totals(),
                overall.counts().histogram(),
                List.copyOf(recordings),
                losses(),
                new Evidence(listed, unlisted, List.copyOf(pictures)));
    }

    private List<RecordingLoss> losses() {
        return recordings.stream()
                .map(recording -> new RecordingLoss(
                        recording.name(), recording.loss(leftOut.getOrDefault(recording.name(), List.of()))))
                .filter(loss -> !loss.loss().isNone())
                .toList();
    }

    private RasterChecked checked(RasterSpec raster) {
        UserGrids against = settings.against();
        boolean isAgainst = against != null && against.raster().equals(raster.name());
        long compared = sums.crops().compared();
        boolean isAllAgainst = isAgainst && compared > 0 && sums.userGrids() == compared;
        return new RasterChecked(
                new RasterForm(
                        raster.name(),
                        raster.channels().stream().map(Channel::toString).toList(),
                        raster.height(),
                        raster.width(),
                        raster.dtype().toString(),
                        raster.shift()),
                !uncached.contains(raster.name()),
                raster.rasterizerClass().isEmpty() || isAllAgainst,
                isAgainst ? sums.userGrids() : 0,
                reachedByRaster.get(raster.name()));
    }

    private ValidationTotals totals() {
        return new ValidationTotals(
                sums.crops(),
                sums.slots(),
                sourceBytes,
                pairBytes,
                new LinkedHashMap<>(rasterBytes),
                findings.failures(),
                findings.warnings());
    }
}

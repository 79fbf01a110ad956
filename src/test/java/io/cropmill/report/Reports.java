package io.cropmill.report;

import io.cropmill.validate.FindingSubject;
import io.cropmill.validate.ReportHeading;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.CropSums;
import io.cropmill.validate.ValidationReport.Evidence;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import io.cropmill.validate.ValidationReport.Histogram;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RasterForm;
import io.cropmill.validate.ValidationReport.RecordingChecked;
import io.cropmill.validate.ValidationReport.RecordingChecked.RecordingBytes;
import io.cropmill.validate.ValidationReport.RecordingLoss;
import io.cropmill.validate.ValidationReport.SlotSums;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import io.cropmill.validate.ValuePair;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Validation reports as a job would make them, sound and damaged, from seeded numbers. Totals are the sums of the recordings. */
public final class Reports {
    /** Density, greatest height and mean intensity on 48 x 48, from a cache. */
    public static final RasterChecked DEFAULT_RASTER = new RasterChecked(
            new RasterForm("default", List.of("density", "max(height)", "mean(intensity)"), 48, 48, "float32", 0),
            true,
            true,
            0,
            null);

    /** A name that a careless page would run, be broken by, or show turned round. */
    public static final String HOSTILE_NAME =
            "a\"b'c/</script><script>window.pwned=1;alert(1)</script>&amp;<img src=x onerror=window.pwned=2>\n\u202Etxt";

    private String version = "v000007";
    private String against = "source";
    private double sample = 1;
    private List<RasterChecked> rasters = List.of(DEFAULT_RASTER);
    private List<RecordingChecked> recordings = new ArrayList<>();
    private List<Finding> findings = new ArrayList<>();
    private List<CropPicture> crops = new ArrayList<>();
    private long findingsLeftOut;

    private Reports() {}

    /** Nothing in it yet. */
    public static Reports empty() {
        return new Reports();
    }

    /** 120 recordings that are equal, and four crops. */
    public static ValidationReport equal() {
        Reports reports = empty().recordings(120);
        for (int row : new int[] {0, 17, 58, 203}) {
            float[] grid = SampleCrops.grid(row);
            reports.crop(SampleCrops.picture("drive-001", row, row < 100 ? "random" : "largest", grid, grid.clone()));
        }
        return reports.build();
    }

    /** The same with a wrong cell, a lost recording, odd padding and names that attack the page. */
    public static ValidationReport different() {
        Reports reports = empty().sample(0.5).recordings(120);
        reports.recordings.set(3, withFindings(reports.recordings.get(3), "drive-003", 2, 0));
        reports.recordings.set(41, withFindings(reports.recordings.get(41), HOSTILE_NAME, 1, 1));
        float[] before = SampleCrops.grid(17);
        float[] after = before.clone();
        int cell = IntStream.range(48 * 48, before.length)
                .filter(i -> before[i] != 0)
                .skip(40)
                .findFirst()
                .orElseThrow();
        after[cell] = Math.nextUp(before[cell]);
        after[cell + 1] = -0.75f;
        int place = cell - 48 * 48;
        return reports.crop(SampleCrops.picture("drive-003", 17, "worst", before, after))
                .crop(SampleCrops.picture(HOSTILE_NAME, 203, "worst", SampleCrops.grid(203), SampleCrops.grid(203)))
                .finding(cellFinding(place / 48, place % 48, before[cell], after[cell]))
                .finding(new Finding(
                        Severity.FAILURE,
                        new FindingSubject("metadata", "drive-003", 18, "v000007/drive-003.npy"),
                        "field label",
                        new ValuePair("3", "4", -1),
                        "[v000007/drive-003.npy] Expected label 3 in row 18, but found 4"))
                .finding(new Finding(
                        Severity.FAILURE,
                        new FindingSubject("file", HOSTILE_NAME, -1, "v000007/" + HOSTILE_NAME + ".points.npy"),
                        "byte 1,048,576",
                        new ValuePair("2,622,944 bytes", "1,048,576 bytes", -1),
                        "[" + HOSTILE_NAME + ".points.npy] Expected 2,622,944 bytes of data, but found 1,048,576"))
                .finding(new Finding(
                        Severity.WARNING,
                        new FindingSubject("padding", HOSTILE_NAME, 203, "hdfs://nn/lidar/" + HOSTILE_NAME + ".npy"),
                        "field xy",
                        new ValuePair("zeros or copies of points", "12 other slots", -1),
                        "Row 203 has 12 slots beyond its point count that are neither zero nor copies of points:"
                                + " the count may be wrong"))
                .build();
    }

    /** Names the version; empty for a bare folder. */
    public Reports version(String name) {
        version = name;
        return this;
    }

    /** {@code source} or a folder. */
    public Reports against(String grids) {
        against = grids;
        return this;
    }

    /** Fraction of the crops that count as compared. */
    public Reports sample(double fraction) {
        sample = fraction;
        return this;
    }

    /** Takes the place of the default raster. */
    public Reports rasters(RasterChecked... checked) {
        rasters = List.of(checked);
        return this;
    }

    /** Adds recordings {@code drive-000} to before {@code number}. */
    public Reports recordings(int number) {
        for (int i = 0; i < number; i++) {
            long crops = 180 + i * 37L % 240;
            long source = crops * (640 + i * 131L % 900);
            long lost = i % 6 == 0 ? source * (1 + i % 5) / 60 : 0;
            recordings.add(new RecordingChecked(
                    String.format("drive-%03d", i),
                    new CropSums(
                            crops,
                            Math.round(crops * sample),
                            source,
                            source - lost,
                            lost == 0 ? 0 : 1 + crops / 40,
                            0),
                    0,
                    new RecordingBytes(
                            128 + crops * 65_572,
                            256 + (source - lost) * 16 + crops * 52,
                            128 + crops * 3 * 48 * 48 * 4),
                    0,
                    0));
        }
        return this;
    }

    /** Adds one. */
    public Reports recording(RecordingChecked recording) {
        recordings.add(recording);
        return this;
    }

    /** Adds one; it counts. */
    public Reports finding(Finding finding) {
        findings.add(finding);
        return this;
    }

    /** So many failures more that are not listed. */
    public Reports findingsLeftOut(long number) {
        findingsLeftOut = number;
        return this;
    }

    /** Adds one. */
    public Reports crop(CropPicture crop) {
        crops.add(crop);
        return this;
    }

    /** The report. */
    public ValidationReport build() {
        return new ValidationReport(
                new ReportHeading(
                        "hdfs://nn/lidar/padded",
                        "file:///data/ragged",
                        version,
                        Instant.parse("2026-03-14T02:17:09Z"),
                        sample,
                        against),
                rasters,
                totals(),
                histogram(),
                List.copyOf(recordings),
                recordings.stream()
                        .map(recording -> new RecordingLoss(recording.name(), recording.loss(List.of())))
                        .filter(loss -> !loss.loss().isNone())
                        .toList(),
                new Evidence(List.copyOf(findings), findingsLeftOut, List.copyOf(crops)));
    }

    private ValidationTotals totals() {
        Map<String, Long> rasterBytes = new LinkedHashMap<>();
        rasters.forEach(raster -> rasterBytes.put(
                raster.name(),
                sum(recordings.stream().mapToLong(recording -> recording.bytes().rasters()))));
        CropSums sums = new CropSums(
                sum(recordings.stream().mapToLong(recording -> recording.sums().crops())),
                sum(recordings.stream().mapToLong(recording -> recording.sums().compared())),
                sum(recordings.stream().mapToLong(recording -> recording.sums().sourcePoints())),
                sum(recordings.stream().mapToLong(recording -> recording.sums().points())),
                sum(recordings.stream().mapToLong(recording -> recording.sums().overCap())),
                sum(recordings.stream().mapToLong(recording -> recording.sums().overCap())));
        return new ValidationTotals(
                sums,
                new SlotSums(sums.crops() * 4096, sums.sourcePoints(), 0),
                sum(recordings.stream().mapToLong(recording -> recording.bytes().source())),
                sum(recordings.stream().mapToLong(recording -> recording.bytes().pair())),
                rasterBytes,
                count(Severity.FAILURE) + findingsLeftOut,
                count(Severity.WARNING));
    }

    private long count(Severity severity) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .count();
    }

    private static long sum(LongStream numbers) {
        return numbers.sum();
    }

    private Histogram histogram() {
        if (recordings.isEmpty()) {
            return new Histogram(128, List.of());
        }
        return new Histogram(
                128,
                LongStream.range(0, 33)
                        .mapToObj(i -> Math.round(9000 * Math.exp(-i / 6.0) * (1 - Math.exp(-(i + 1) / 2.0)))
                                + (i == 32 ? 311 : 0))
                        .toList());
    }

    private static RecordingChecked withFindings(RecordingChecked of, String name, long failures, long warnings) {
        return new RecordingChecked(name, of.sums(), of.oddSlots(), of.bytes(), failures, warnings);
    }

    private static Finding cellFinding(int row, int column, float expected, float found) {
        return new Finding(
                Severity.FAILURE,
                new FindingSubject("raster", "drive-003", 17, "v000007/drive-003.raster.npy"),
                "default max(height) cell (" + row + ", " + column + ")",
                new ValuePair(Float.toString(expected), Float.toString(found), 1),
                "[v000007/drive-003.raster.npy] Expected " + expected + " in row 17 at default max(height) cell (" + row
                        + ", " + column + "), but found " + found + ", 1 ulp apart");
    }
}

package io.cropmill.validate;

import io.cropmill.crop.LeftOutField;
import io.cropmill.plain.PlainException;
import io.cropmill.plain.PlainFile;
import io.cropmill.plain.PlainRandom;
import io.cropmill.raster.GridCounts;
import io.cropmill.rebuild.SourceFiles;
import io.cropmill.rebuild.Split;
import io.cropmill.rebuild.SplitBuilder.WorkMeter;
import io.cropmill.storage.Storage;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.CropSums;
import io.cropmill.validate.ValidationReport.SlotSums;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compares splits of recordings with the files that were written from them. Memory is a mebibyte a file and a few crops;
 * every file is read once. For one thread.
 */
public final class SplitValidator {
    /** Rows between progress updates. */
    private static final int ROWS_BETWEEN_REPORTS = 64;

    /** The word "validate"; keeps the draws of the sample apart from those of a rebuild. */
    private static final long SAMPLE_STREAM = 0x76616c6964617465L;

    private final Storage source;
    private final ValidationFolders folders;
    private final ValidationSettings settings;
    private final CropStatistics overall = new CropStatistics();

    /**
     * Compares what is in two folders.
     *
     * @param source storage that says if a source file is as it was listed
     */
    public SplitValidator(Storage source, ValidationFolders folders, ValidationSettings settings) {
        this.source = source;
        this.folders = folders;
        this.settings = settings;
    }

    /** Statistics of all splits so far. */
    public CropStatistics overall() {
        return overall;
    }

    /**
     * Compares one split. Faults of the files are findings; a file system that fails is an exception, and so is a source
     * that changed since it was listed, because its differences mean nothing.
     */
    public SplitChecked validate(ValidationWork work, WorkMeter meter) throws IOException {
        SplitChecked checked;
        try {
            checked = new SplitRun(work, meter).run();
        } catch (IOException e) {
            try {
                SourceFiles.requireUnchanged(source, work.split().recording());
            } catch (IOException changed) {
                changed.addSuppressed(e);
                throw changed;
            }
            throw e;
        }
        if (checked.figures().failures() > 0) {
            SourceFiles.requireUnchanged(source, work.split().recording());
        }
        return checked;
    }

    /** A number in [0, 1), by recording and row alone; the crop is in every sample of a fraction above it. */
    static double sampleDraw(long recordingKey, long row) {
        return new PlainRandom(SAMPLE_STREAM, recordingKey, row).nextDouble();
    }

    /** One split at a time. */
    private final class SplitRun {
        private final ValidationWork work;
        private final Split split;
        private final String name;
        private final String path;
        private final WorkMeter meter;
        private final Findings findings = new Findings(Findings.MOST_OF_A_SPLIT);
        private final Findings ofFiles;
        private SplitChecked.FileChecked[] files = {};
        private boolean isOpening = true;
        private long crops;
        private long compared;
        private long sourcePoints;
        private long points;
        private long overCap;
        private long capacity;
        private SplitChecked.CheckedRows rows = new SplitChecked.CheckedRows(0, 0, 0);
        private long fullCrops;
        private long paddedPoints;
        private long drawn;
        private long userGrids;
        private long oddSlots;
        private List<LeftOutField> leftOut = List.of();
        private @Nullable GridCounts[] reached = {};

        SplitRun(ValidationWork work, WorkMeter meter) {
            this.work = work;
            this.split = work.split();
            this.name = split.recording().name();
            this.path = split.recording().file().path();
            this.meter = meter;
            // All splits of a recording see its files; only the first one reports faults of whole files.
            this.ofFiles = split.index() == 0 ? findings : new Findings(0);
        }

        SplitChecked run() throws IOException {
            try (SourceCrops crops = SourceCrops.open(folders.source(), work, settings.fields())) {
                capacity = crops.reader().slots();
                leftOut = new ArrayList<>(crops.reader().leftOut());
                compare(crops);
                capacity = crops.reader().slots();
            } catch (PlainException e) {
                (isOpening ? ofFiles : findings).add(new FindingSubject("file", name, path).failure(e));
            }
            SplitChecked.SplitSums figures = new SplitChecked.SplitSums(
                    new CropSums(crops, compared, sourcePoints, points, overCap, drawn),
                    capacity == 0
                            ? SlotSums.NONE
                            : new SlotSums(Math.multiplyExact(crops, capacity), paddedPoints, fullCrops),
                    userGrids,
                    oddSlots,
                    findings.failures(),
                    findings.warnings());
            return new SplitChecked(split, rows, figures, reached, files, leftOut, findings.listed());
        }

        private void compare(SourceCrops source) throws IOException {
            long first = source.reader().cut(split.index(), split.of());
            long end = source.reader().cut(split.index() + 1, split.of());
            rows = new SplitChecked.CheckedRows(first, end, source.rows());
            try (PairFiles opened = PairFiles.open(folders.target(), work.claim(), source, settings, ofFiles);
                    CropsCheck check = new CropsCheck(settings, path, work.claim(), source, opened, findings)) {
                // From here on faults are those of the split's own rows, which no other split reports.
                isOpening = false;
                source.begin(first);
                if (settings.against() != null && folders.against() != null) {
                    check.openAgainst(folders.against(), settings.against(), rows, ofFiles);
                }
                FileRuns fileRuns = FileRuns.begin(opened, split, first, end, settings);
                if (check.metadata() != null) {
                    check.metadata().startAt(first);
                }
                compareRows(source, check, first, end);
                reached = check.reached();
                drawn = check.drawn();
                userGrids = check.userGrids();
                oddSlots = check.oddSlots();
                checkEnd(opened, check.metadata());
                files = fileRuns.finish();
            }
        }

        private void compareRows(SourceCrops source, CropsCheck check, long first, long end) throws IOException {
            long key = PlainRandom.key(name);
            long fileBytesPerRow = source.rows() == 0 ? 0 : split.recording().bytes() / source.rows();
            long reported = first;
            for (long row = first; row < end; row++) {
                double draw = sampleDraw(key, row);
                boolean chosen = draw < settings.sample();
                int count = chosen ? source.read() : source.count();
                add(count, source.sourceCount());
                if (chosen) {
                    compared++;
                    long differing = check.check(row, count);
                    offer(row, count, draw, differing);
                } else {
                    check.checkCounts(row, count);
                }
                if (row - reported >= ROWS_BETWEEN_REPORTS || row == end - 1) {
                    meter.add(row + 1 - reported, (row + 1 - reported) * fileBytesPerRow);
                    reported = row + 1;
                }
            }
        }

        private void add(int count, int before) {
            int kept = Math.min(count, settings.recipe().cap());
            crops++;
            sourcePoints += before;
            points += kept;
            overCap += before > kept ? 1 : 0;
            paddedPoints += count;
            fullCrops += count == capacity && count > 0 ? 1 : 0;
            overall.counts().add(count);
        }

        private void offer(long row, int count, double draw, long differing) {
            if (differing > 0) {
                overall.best().offer(PictureCandidate.Why.WORST, name, row, differing);
            }
            overall.best().offer(PictureCandidate.Why.LARGEST, name, row, count);
            overall.best().offer(PictureCandidate.Why.RANDOM, name, row, 1 - draw);
        }

        /** The points file ends with the last crop's points. */
        private void checkEnd(PairFiles opened, @Nullable MetadataCheck metadata) {
            PlainFile pointsFile = opened.points();
            if (metadata == null || pointsFile == null || split.index() != split.of() - 1) {
                return;
            }
            long found = pointsFile.rows();
            if (found != metadata.expectedEnd()) {
                findings.add(new FindingSubject("count", name, pointsFile.path())
                        .failure(
                                Figures.counted(metadata.expectedEnd(), "point") + ", where those of the last crop end",
                                Figures.count(found)));
            }
        }
    }
}

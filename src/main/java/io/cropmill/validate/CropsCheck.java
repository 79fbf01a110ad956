package io.cropmill.validate;

import io.cropmill.config.Settings.PaddingRule;
import io.cropmill.plain.PlainDraw;
import io.cropmill.plain.PlainFile;
import io.cropmill.plain.PlainFolder;
import io.cropmill.plain.PlainGrids;
import io.cropmill.raster.GridCounts;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.Rasterizers;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares all parts of single crops of one recording. For one thread. */
final class CropsCheck implements Closeable {
    private final ValidationSettings settings;
    private final String sourcePath;
    private final String recording;
    private final SourceCrops source;
    private final PairFiles files;
    private final Findings findings;
    private final PlainDraw draw;
    private final PaddingCheck padding;
    private final PlainGrids sourceGrids;
    private final PairGrids pairGrids;
    private final List<GridsCheck> grids = new ArrayList<>();
    private final @Nullable MetadataCheck metadata;
    private final @Nullable PointsCheck points;
    private final boolean[] made;
    private @Nullable UserGridsReader against;
    private long drawn;
    private long userGrids;
    private long oddSlots;

    CropsCheck(
            ValidationSettings settings,
            String sourcePath,
            PairClaim claim,
            SourceCrops source,
            PairFiles files,
            Findings findings)
            throws IOException {
        this.settings = settings;
        this.sourcePath = sourcePath;
        this.recording = claim.recording();
        this.source = source;
        this.files = files;
        this.findings = findings;
        this.draw = new PlainDraw(
                settings.recipe().seed(), recording, settings.recipe().cap());
        this.sourceGrids = new PlainGrids(
                sourcePath,
                recording,
                settings.recipe().seed(),
                source.reader().pointFields(),
                settings.recipe().rasters(),
                spec -> Rasterizers.of(spec, Thread.currentThread().getContextClassLoader()));
        PlainFile metadataFile = files.metadata();
        this.metadata = metadataFile == null ? null : new MetadataCheck(metadataFile, recording, source, findings);
        PlainFile pointsFile = files.points();
        this.points = pointsFile == null ? null : new PointsCheck(pointsFile, recording, source.points(), findings);
        this.made = new boolean[settings.recipe().rasters().size()];
        List<RasterSpec> missing = new ArrayList<>();
        for (int raster = 0; raster < made.length; raster++) {
            RasterSpec spec = settings.recipe().rasters().get(raster);
            FileClaim cache = claim.rasters().get(spec.name());
            made[raster] = cache == null;
            grids.add(new GridsCheck(
                    spec, recording, cache == null ? claim.points().path() : cache.path(), findings));
            if (cache == null) {
                missing.add(spec);
            }
        }
        this.pairGrids = new PairGrids(
                sourcePath, recording, settings.recipe().seed(), source.reader().pointFields(), missing);
        this.padding = new PaddingCheck(source.points());
    }

    /** Takes the user's own grids for the rows of interest. */
    void openAgainst(PlainFolder folder, UserGrids wanted, SplitChecked.CheckedRows rows, Findings ofFiles)
            throws IOException {
        for (RasterSpec spec : settings.recipe().rasters()) {
            if (spec.name().equals(wanted.raster())) {
                against = UserGridsReader.open(folder, recording, spec, wanted, rows, ofFiles);
            }
        }
    }

    /** Points of the checked rows that have a cell, by raster; null for a raster whose points are not counted. */
    @Nullable
    GridCounts[] reached() {
        @Nullable GridCounts[] reached = new GridCounts[grids.size()];
        for (int raster = 0; raster < reached.length; raster++) {
            long[] points = sourceGrids.pointsByReason(raster);
            if (points != null) {
                reached[raster] = new GridCounts(
                        points[0] + points[1] + points[2] + points[3] + points[4],
                        points[1] + points[3],
                        points[2] + points[3],
                        points[3],
                        points[4]);
            }
        }
        return reached;
    }

    @Nullable
    MetadataCheck metadata() {
        return metadata;
    }

    /** Crops so far whose kept points were drawn. */
    long drawn() {
        return drawn;
    }

    /** Crops so far whose grid was compared with the user's own. */
    long userGrids() {
        return userGrids;
    }

    /** Padding slots of the crops so far with values of their own; not counted if only zeros are allowed. */
    long oddSlots() {
        return oddSlots;
    }

    /** Compares what the metadata says of a row whose points are not read. */
    void checkCounts(long row, int count) throws IOException {
        if (metadata != null && row < metadata.rows()) {
            metadata.checkCounts(row, Math.min(count, settings.recipe().cap()), source.sourceCount());
        }
    }

    /** Compares a row that the source has read; returns how many values of grids and points differ. */
    long check(long row, int count) throws IOException {
        checkPadding(row, count);
        KeptPoints kept = kept(row, count);
        drawn += kept.slots() == null ? 0 : 1;
        boolean described = metadata != null && row < metadata.rows();
        if (metadata != null && described) {
            metadata.check(row, kept.count(), source.sourceCount());
        }
        long differing = 0;
        if (metadata != null && described && points != null) {
            differing += points.check(row, metadata.foundStart(), kept);
        }
        sourceGrids.use(source.crop(), kept.count(), kept.slots());
        int place = 0;
        for (int raster = 0; raster < made.length; raster++) {
            ByteBuffer found = found(raster, place, row, kept);
            place += made[raster] ? 1 : 0;
            if (found != null) {
                differing += compare(raster, row, found);
            }
        }
        return differing;
    }

    /** Compares with the user's own grid if there is one, else with a grid made from the source. */
    private long compare(int raster, long row, ByteBuffer found) throws IOException {
        PlainFile cache = files.cache(raster);
        GridsCheck check = grids.get(raster);
        // Always made, since this also counts the points without a cell.
        ByteBuffer expected = sourceGrids.bytes(raster, row);
        UserGridsReader theirs = against(raster, row);
        if (theirs == null) {
            return check.check(row, expected, found, cache);
        }
        userGrids++;
        return theirs.check(row, found, check, cache, findings);
    }

    /** The user's own grids, if one of them is for a row of a raster. */
    private @Nullable UserGridsReader against(int raster, long row) {
        UserGrids wanted = settings.against();
        boolean isWanted = wanted != null
                && wanted.raster()
                        .equals(settings.recipe().rasters().get(raster).name());
        return isWanted && against != null && against.has(row) ? against : null;
    }

    /** The new side's grid: from the cache, or made from the pair by the rasteriser that makes caches. */
    private @Nullable ByteBuffer found(int raster, int place, long row, KeptPoints kept) throws IOException {
        PlainFile cache = files.cache(raster);
        if (cache != null) {
            return row < cache.rows() ? cache.row(row) : null;
        }
        boolean readable = made[raster]
                && points != null
                && metadata != null
                && row < metadata.rows()
                && points.holds(metadata.foundStart(), kept.count());
        if (!readable || points == null || metadata == null) {
            return null;
        }
        return pairGrids.grid(place, row, kept.count(), points.records(metadata.foundStart(), kept.count()));
    }

    /** The old side's grid of the row that was checked last: the user's own where there is one. */
    float[] before(int raster, long row) throws IOException {
        UserGridsReader theirs = against(raster, row);
        return theirs == null
                ? CropPictures.floats(
                        sourceGrids.bytes(raster, row),
                        settings.recipe().rasters().get(raster))
                : theirs.values(row);
    }

    /** The new side's grid of the row that was checked last, or null if there is none. */
    @Nullable
    ByteBuffer found(int raster, long row, KeptPoints kept) throws IOException {
        int place = 0;
        for (int before = 0; before < raster; before++) {
            place += made[before] ? 1 : 0;
        }
        return found(raster, place, row, kept);
    }

    /** The points of a row that are kept; of one that an earlier cap has cut, those that stay of the original. */
    KeptPoints kept(long row, int count) {
        return new KeptPoints(Math.min(count, settings.recipe().cap()), draw.kept(row, count, source.sourceCount()));
    }

    private void checkPadding(long row, int count) {
        int slots = source.slots();
        PaddingCheck.OddSlot slot = padding.firstNotZero(count, slots);
        boolean zeroWanted = settings.padding() == PaddingRule.ZERO;
        if (slot != null && !zeroWanted) {
            PaddingCheck.OddSlots odd = padding.odd(count, slots, slot);
            slot = odd == null ? null : odd.first();
            oddSlots += odd == null ? 0 : odd.count();
        }
        if (slot == null) {
            return;
        }
        String place =
                "slot " + Figures.count(slot.slot()) + " field " + slot.field().name();
        String where = slot.field().name() + " in slot " + Figures.count(slot.slot()) + " of row " + Figures.count(row)
                + ", behind its " + Figures.counted(count, "point");
        String expected = zeroWanted ? "zeros" : "zeros, NaN or a copy of a real point";
        String message = "[" + sourcePath + "] Expected " + expected + " as " + where
                + ", but found other values; is the count too low?";
        findings.add(new ValidationReport.Finding(
                zeroWanted ? Severity.FAILURE : Severity.WARNING,
                new FindingSubject("padding", recording, row, sourcePath),
                place,
                new ValuePair(expected, "other values", -1),
                message));
    }

    @Override
    public void close() throws IOException {
        pairGrids.close();
        if (against != null) {
            against.close();
        }
    }
}

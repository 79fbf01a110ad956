package io.cropmill.validate;

import io.cropmill.plain.PlainColumn;
import io.cropmill.plain.PlainException;
import io.cropmill.plain.PlainHalf;
import io.cropmill.raster.Component;
import io.cropmill.raster.RasterSpec;
import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.GridPair;
import io.cropmill.validate.ValidationReport.SeenPoints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads single crops again, old and new, for a person to look at. For one thread. */
public final class CropPictures {
    private static final int MOST_POINTS = 3000;

    private final ValidationFolders folders;
    private final ValidationSettings settings;

    /** As {@link SplitValidator}. */
    public CropPictures(ValidationFolders folders, ValidationSettings settings) {
        this.folders = folders;
        this.settings = settings;
    }

    /** A crop's picture; nothing if its files cannot be read any more, which other findings report. */
    public Optional<CropPicture> picture(ValidationWork work, long row, String why) throws IOException {
        String path = work.split().recording().file().path();
        Findings unheard = new Findings(0);
        try (SourceCrops rows = SourceCrops.open(folders.source(), work, settings.fields());
                PairFiles files = PairFiles.open(folders.target(), work.claim(), rows, settings, unheard);
                CropsCheck check = new CropsCheck(settings, path, work.claim(), rows, files, unheard)) {
            if (settings.against() != null && folders.against() != null) {
                SplitChecked.CheckedRows only = new SplitChecked.CheckedRows(row, row + 1, rows.rows());
                check.openAgainst(folders.against(), settings.against(), only, unheard);
            }
            rows.begin(row);
            int count = rows.read();
            if (check.metadata() != null) {
                check.metadata().startAt(row);
            }
            check.check(row, count);
            return Optional.of(picture(work, row, why, count, rows, check));
        } catch (PlainException e) {
            return Optional.empty();
        }
    }

    private CropPicture picture(
            ValidationWork work, long row, String why, int count, SourceCrops rows, CropsCheck check)
            throws IOException {
        KeptPoints kept = check.kept(row, count);
        List<GridPair> grids = new ArrayList<>();
        for (int raster = 0; raster < settings.recipe().rasters().size(); raster++) {
            RasterSpec spec = settings.recipe().rasters().get(raster);
            float[] before = check.before(raster, row);
            ByteBuffer after = check.found(raster, row, kept);
            if (after != null) {
                grids.add(new GridPair(spec.name(), before, floats(after, spec)));
            }
        }
        RasterSpec look = settings.recipe().rasters().isEmpty()
                ? RasterSpec.defaults()
                : settings.recipe().rasters().get(0);
        return new CropPicture(
                work.claim().recording(),
                row,
                why,
                count,
                kept.count(),
                new SeenPoints(
                        column(rows, look.xField(), kept),
                        column(rows, look.yField(), kept),
                        column(rows, look.heightField(), kept)),
                grids);
    }

    /** Some of the points, evenly; zeros where the points have no such number. */
    private static float[] column(SourceCrops rows, Component component, KeptPoints kept) {
        int shown = Math.min(kept.count(), MOST_POINTS);
        float[] some = new float[shown];
        PlainColumn column = PlainColumn.of(rows.reader().pointFields(), component);
        if (column != null) {
            column.read(rows.crop(), kept.count(), kept.slots());
            for (int i = 0; i < shown; i++) {
                some[i] = column.values()[(int) ((long) i * kept.count() / shown)];
            }
        }
        return some;
    }

    static float[] floats(ByteBuffer grid, RasterSpec spec) {
        float[] values = new float[spec.gridSize()];
        for (int i = 0; i < values.length; i++) {
            int at = grid.position() + i * spec.dtype().bytes();
            values[i] = spec.dtype() == GridType.FLOAT32 ? grid.getFloat(at) : PlainHalf.decode(grid.getShort(at));
        }
        return values;
    }
}

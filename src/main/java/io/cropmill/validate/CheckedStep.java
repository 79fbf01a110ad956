package io.cropmill.validate;

import io.cropmill.raster.RasterSpec.GridType;
import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.util.ArrayList;
import java.util.List;

/**
 * One step from a source to the files that were written, and who checked it.
 *
 * @param step {@code reader}, {@code grids default}
 * @param checker name of what computed the step a second time: {@code plain}, the room of the proof; {@code user
 *     class} or {@code user grids}; {@code rebuild}, which checked itself; {@code none}
 * @param independent true if the checker shares nothing but the JDK and libraries with what wrote the files
 * @param what description of the check, for a person
 */
public record CheckedStep(String step, String checker, boolean independent, String what) {
    private static final String PLAIN = "plain";
    private static final String HALF = GridType.FLOAT16.toString();
    private static final String NO_CROP = "no crop was compared";

    /**
     * The steps of a validation, in the order in which a rebuild goes through them. A step that nothing needed, such as a
     * draw where no crop was over the cap, is left out.
     */
    static List<CheckedStep> of(ValidationReport report) {
        long compared = report.totals().sums().compared();
        boolean whole = report.heading().sample() >= 1;
        boolean noted = !report.heading().version().isEmpty();
        String share = whole ? "every crop" : "a sample of the crops";
        List<CheckedStep> steps = new ArrayList<>();
        steps.add(new CheckedStep(
                "listing", "rebuild", false, "the list of recordings and their files is made only once"));
        steps.add(ofCrops("reader", "a second reader decoded the source, " + share, compared));
        steps.add(ofCrops("byte order", "converted by the second reader, number by number", compared));
        steps.add(plain("counts", "read or inferred again, of every crop"));
        boolean isDrawn = report.totals().sums().drawn() > 0;
        boolean isShifted =
                report.rasters().stream().anyMatch(raster -> raster.form().shift() != 0 && isMade(raster, compared));
        boolean isHalf = report.rasters().stream()
                .anyMatch(raster -> raster.form().dtype().equals(HALF) && isMade(raster, compared));
        if (isDrawn) {
            steps.add(plain("draw", "the points that the cap keeps were drawn again, " + share));
        }
        if (isDrawn || isShifted) {
            steps.add(plain("key", "of every recording's name"));
        }
        for (RasterChecked raster : report.rasters()) {
            steps.addAll(grids(raster, compared));
        }
        if (isShifted) {
            steps.add(plain("shift", "of every shifted raster, drawn again"));
        }
        if (isHalf) {
            steps.add(plain("float16", "rounded again"));
        }
        steps.add(plain("offsets", "of every crop, added up again"));
        steps.add(ofCrops("metadata", "fields of " + share + ", byte by byte", compared));
        steps.add(plain("header", noted ? "of every file, byte by byte" : "type and shape of every file"));
        steps.add(checksums(whole, noted));
        return List.copyOf(steps);
    }

    private static CheckedStep plain(String step, String what) {
        return new CheckedStep(step, PLAIN, true, what);
    }

    private static CheckedStep none(String step, String what) {
        return new CheckedStep(step, "none", false, what);
    }

    /** A step that is checked crop by crop. */
    private static CheckedStep ofCrops(String step, String what, long compared) {
        return compared == 0 ? none(step, NO_CROP) : plain(step, what);
    }

    /** True if some of a raster's grids were made a second time. */
    private static boolean isMade(RasterChecked raster, long compared) {
        return compared > raster.userGrids();
    }

    /** One step, or two where the user's own grids are for some crops only. */
    private static List<CheckedStep> grids(RasterChecked raster, long compared) {
        String step = "grids " + raster.name();
        List<CheckedStep> steps = new ArrayList<>();
        if (raster.userGrids() > 0) {
            steps.add(new CheckedStep(
                    step,
                    "user grids",
                    true,
                    "compared with your own, of " + Figures.counted(raster.userGrids(), "crop")));
        }
        if (isMade(raster, compared)) {
            String which = "of " + Figures.counted(compared - raster.userGrids(), "crop");
            steps.add(
                    raster.independent()
                            ? plain(step, "made again from the second reader's points, " + which)
                            : new CheckedStep(
                                    step,
                                    "user class",
                                    false,
                                    "made again by the same class, from the second reader's points, " + which));
        }
        return steps.isEmpty() ? List.of(none(step, NO_CROP)) : steps;
    }

    private static CheckedStep checksums(boolean whole, boolean noted) {
        if (!noted) {
            return none("checksums", "a bare folder has none to compare with");
        }
        return whole
                ? plain("checksums", "of every file, from what was read back")
                : none("checksums", "a sample reads back only those of the metadata");
    }
}

package io.cropmill.validate;

import io.cropmill.validate.ValidationReport.RasterChecked;
import java.util.ArrayList;
import java.util.List;

/**
 * One step from a source to the files that were written, and who checked it.
 *
 * @param step {@code reader}, {@code grids default}
 * @param checker what computed the step a second time: {@code plain}, the room of the proof; {@code user class} or
 *     {@code user grids}; {@code rebuild}, which is what is to be proven, by itself; {@code none}
 * @param independent whether the checker shares nothing but the JDK and libraries with what wrote the files
 * @param what was done, for a person
 */
public record CheckedStep(String step, String checker, boolean independent, String what) {
    private static final String PLAIN = "plain";

    /** The steps of a validation, in the order in which a rebuild goes through them. */
    static List<CheckedStep> of(ValidationReport report) {
        boolean whole = report.sample() >= 1;
        boolean noted = !report.version().isEmpty();
        String share = whole ? "every crop" : "a sample of the crops";
        List<CheckedStep> steps = new ArrayList<>();
        steps.add(new CheckedStep(
                "listing", "rebuild", false, "which recordings there are, and which files hold them, is listed once"));
        steps.add(plain("reader", "a second reader decoded the source, " + share));
        steps.add(plain("byte order", "turned by the second reader, number by number"));
        steps.add(plain("counts", "read or inferred again, of every crop"));
        steps.add(plain("draw", "which points the cap keeps was drawn again, " + share));
        steps.add(plain("key", "of every recording's name"));
        for (RasterChecked raster : report.rasters()) {
            steps.add(grids(raster, report, share));
        }
        steps.add(plain("shift", "of every shifted raster, drawn again"));
        steps.add(plain("float16", "rounded again"));
        steps.add(plain("offsets", "of every crop, added up again"));
        steps.add(plain("metadata", "fields of " + share + ", byte by byte"));
        steps.add(
                noted
                        ? plain("header", "of every file, byte by byte")
                        : new CheckedStep("header", PLAIN, true, "type and shape of every file"));
        steps.add(checksums(whole, noted));
        return List.copyOf(steps);
    }

    private static CheckedStep plain(String step, String what) {
        return new CheckedStep(step, PLAIN, true, what);
    }

    private static CheckedStep grids(RasterChecked raster, ValidationReport report, String share) {
        String step = "grids " + raster.name();
        if (!raster.independent()) {
            return new CheckedStep(
                    step,
                    "user class",
                    false,
                    "the class that made them made them again, from the second reader's points");
        }
        return report.against().equals("source")
                ? plain(step, "made again from the second reader's points, " + share)
                : new CheckedStep(
                        step,
                        "user grids",
                        true,
                        "compared with grids of your own where their raster is this one, else made again");
    }

    private static CheckedStep checksums(boolean whole, boolean noted) {
        if (!noted) {
            return new CheckedStep("checksums", "none", false, "a bare folder notes none");
        }
        return whole
                ? plain("checksums", "of every file, from what was read back")
                : new CheckedStep("checksums", "none", false, "of a sample only those of the metadata are read back");
    }
}

package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.GridPair;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A few crops as pictures: their points from above and their grids, old, new and what changed. */
record CropsSection(ValidationReport report) {
    private static final String HOW_TO_READ =
            "Old is what was expected, new is what was read back; both share one scale."
                    + " Row 0 of a grid is at the bottom, as y grows upwards. In a difference, blue is less than before, red is"
                    + " more, pale grey is equal bit for bit, magenta has no number: a NaN, or bits that differ in an equal value.";

    void write(Markup page) throws IOException {
        page.raw("<section id=\"crops\" aria-labelledby=\"crops-title\">\n");
        page.element("h2", "Crops to look at", "id", "crops-title");
        if (report.crops().isEmpty()) {
            page.element("p", "There are no crops to show.", "class", "empty");
        } else {
            page.element("p", HOW_TO_READ, "class", "hint");
        }
        Map<String, RasterChecked> rasters =
                report.rasters().stream().collect(Collectors.toMap(RasterChecked::name, Function.identity()));
        for (CropPicture crop : report.crops()) {
            writeCrop(page, crop, rasters);
        }
        page.raw("</section>\n");
    }

    private static void writeCrop(Markup page, CropPicture crop, Map<String, RasterChecked> rasters)
            throws IOException {
        page.raw("<article class=\"crop\">\n<header>");
        page.open("h3").open("bdi").text(crop.recording()).raw("</bdi>");
        page.text(", row " + Figures.count(crop.row())).close("h3");
        page.element("p", points(crop));
        page.element("span", crop.why(), "class", "why").raw("</header>\n<div class=\"views\">\n");
        new TopView(crop).write(page);
        page.raw("<div class=\"rasters\">\n");
        for (GridPair pair : crop.rasters()) {
            RasterChecked raster = rasters.get(pair.name());
            if (raster != null) {
                new GridFigures(crop, raster, pair).write(page);
            }
        }
        page.raw("</div>\n</div>\n</article>\n");
    }

    private static String points(CropPicture crop) {
        return crop.points() == crop.sourcePoints()
                ? Figures.counted(crop.points(), "point")
                : Figures.count(crop.points()) + " of " + Figures.count(crop.sourcePoints()) + " points kept";
    }
}

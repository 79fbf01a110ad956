package io.cropmill.report;

import io.cropmill.text.Figures;
import io.cropmill.validate.ValidationReport.CropPicture;
import io.cropmill.validate.ValidationReport.GridPair;
import io.cropmill.validate.ValidationReport.RasterChecked;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/** Both grids of one raster of one crop, channel by channel. */
record GridFigures(CropPicture crop, RasterChecked raster, GridPair pair) {
    void write(Markup page) throws IOException {
        page.open("section", "class", "raster").element("h4", "Raster " + raster.name());
        long expected = (long) raster.form().channels().size()
                * raster.form().height()
                * raster.form().width();
        if (pair.before().length != expected || pair.after().length != expected) {
            page.element(
                    "p",
                    "No pictures: a grid has " + Figures.count(expected) + " values, but the old one holds "
                            + Figures.count(pair.before().length) + " and the new one "
                            + Figures.count(pair.after().length) + ".",
                    "class",
                    "empty");
        } else {
            for (int channel = 0; channel < raster.form().channels().size(); channel++) {
                writeChannel(page, channel);
            }
        }
        page.close("section");
    }

    private void writeChannel(Markup page, int channel) throws IOException {
        int size = raster.form().height() * raster.form().width();
        float[] before = Arrays.copyOfRange(pair.before(), channel * size, (channel + 1) * size);
        float[] after = Arrays.copyOfRange(pair.after(), channel * size, (channel + 1) * size);
        PlaneDifference difference = PlaneDifference.between(before, after);
        PlanePictures pictures = new PlanePictures(raster.form().width(), before, after, difference);
        String name = raster.form().channels().get(channel);

        page.open("div", "class", difference.differing() == 0 ? "channel" : "channel differs");
        page.element("h5", name).raw("<div class=\"planes\">\n");
        plane(page, "Old", name, pictures.old(), difference);
        plane(page, "New", name, pictures.current(), difference);
        plane(page, "Difference", name, pictures.change(), difference);
        page.raw("</div>\n<div class=\"reading\">");
        scale(page, "sequential", Float.toString(difference.low()), Float.toString(difference.high()));
        if (difference.largest() > 0) {
            String largest = Float.toString((float) difference.largest());
            scale(page, "diverging", "-" + largest, "+" + largest);
        }
        writeDifference(page, before, after, difference);
        page.raw("</div>\n</div>\n");
    }

    private void plane(Markup page, String which, String channel, Picture picture, PlaneDifference difference)
            throws IOException {
        String alt = which + " " + channel + " of " + crop.recording() + ", row " + crop.row()
                + (difference.differing() == 0
                        ? ": all cells equal"
                        : ": " + Figures.count(difference.differing()) + " cells differ");
        page.open("figure", "class", which.toLowerCase(Locale.ROOT))
                .raw("<div class=\"plane\">")
                .open("img", "src", picture.dataUri(), "alt", alt);
        if (difference.first() >= 0) {
            mark(page, difference.first());
        }
        page.raw("</div>").element("figcaption", which).close("figure");
    }

    private void mark(Markup page, int cell) throws IOException {
        int row = cell / raster.form().width();
        int column = cell % raster.form().width();
        page.raw(String.format(
                Locale.ROOT,
                "<span class=\"mark\" style=\"left:%.3f%%;top:%.3f%%\"></span>",
                100 * (column + 0.5) / raster.form().width(),
                100 * (raster.form().height() - row - 0.5) / raster.form().height()));
    }

    private static void scale(Markup page, String map, String low, String high) throws IOException {
        page.open("p", "class", "scale").element("span", low);
        page.open("span", "class", "bar " + map, "aria-hidden", "true").raw("</span>");
        page.element("span", high).close("p");
    }

    private void writeDifference(Markup page, float[] before, float[] after, PlaneDifference difference)
            throws IOException {
        if (difference.differing() == 0) {
            page.element(
                    "p", "All " + Figures.count(difference.cells()) + " cells equal bit for bit.", "class", "same");
            return;
        }
        int cell = difference.first();
        page.element(
                "p",
                Figures.count(difference.differing()) + " of " + Figures.count(difference.cells()) + " cells differ.",
                "class",
                "count-of-cells");
        page.raw("<dl class=\"first\">");
        entry(
                page,
                "First cell",
                "(" + cell / raster.form().width() + ", " + cell % raster.form().width() + ")");
        entry(page, "Old", Float.toString(before[cell]));
        entry(page, "New", Float.toString(after[cell]));
        entry(page, "Distance", distance(before[cell], after[cell]));
        page.raw("</dl>");
    }

    private String distance(float before, float after) {
        long ulps = Ulps.of(raster.form().dtype()).between(before, after);
        if (ulps == 0) {
            return "0 ulps, the bits differ";
        }
        return ulps < 0 ? "none, not a number" : Figures.counted(ulps, "ulp");
    }

    private static void entry(Markup page, String name, String value) throws IOException {
        page.raw("<div>").element("dt", name).element("dd", value).raw("</div>");
    }
}

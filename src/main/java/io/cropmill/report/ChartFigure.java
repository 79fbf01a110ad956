package io.cropmill.report;

import java.io.IOException;

/**
 * Where {@code report.js} draws a chart; hidden without scripts.
 *
 * @param id id of the canvas
 * @param height a class of the style sheet
 * @param caption title of the chart
 * @param gist main result of the chart in words, for readers who do not see it
 */
record ChartFigure(String id, String height, String caption, String gist) {
    void write(Markup page) throws IOException {
        page.raw("<figure class=\"chart\" hidden>").element("figcaption", caption);
        page.open("div", "class", "drawing " + height)
                .open("canvas", "id", id, "role", "img", "aria-label", caption + ". " + gist)
                .raw("</canvas></div></figure>\n");
    }
}

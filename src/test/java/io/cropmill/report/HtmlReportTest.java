package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.validate.ValidationReport;
import io.cropmill.validate.ValidationReport.GridPair;
import io.cropmill.validate.ValidationReport.Histogram;
import io.cropmill.validate.ValidationReport.RasterChecked;
import io.cropmill.validate.ValidationReport.RasterForm;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    @Test
    void saysTheVerdictFirstAndThenTheRestInOrder() throws Exception {
        String html = html(Reports.different());

        assertThat(html).contains("<title>DIFFERENT: validation of version v000007</title>");
        assertThat(html.replaceAll("(?s)<svg.*?</svg>", "").replaceAll("(?s)<script.*?</script>", ""))
                .containsSubsequence(
                        "<body>",
                        "<h1>DIFFERENT</h1>",
                        "17,640 of 35,220 crops of version v000007 (a sample of 0.5)",
                        "<h2 id=\"figures-title\">",
                        "<h2 id=\"points-title\">",
                        "<h3>Points per crop</h3>",
                        "<h3>Points lost by the cap</h3>",
                        "<h2 id=\"findings-title\">",
                        "<h2 id=\"recordings-title\">",
                        "<h2 id=\"crops-title\">");
        assertThat(html(Reports.equal())).contains("<title>EQUAL: validation of version v000007</title>");
    }

    @Test
    void tellsBytesBeforeAndAfter() throws Exception {
        assertThat(html(Reports.equal()))
                .contains(
                        "<th scope=\"row\">Source</th>\n<td class=\"bytes\">2.31 GB</td>\n<td class=\"bytes\">100.0 %</td>"
                                + "\n<td class=\"exact bytes\">2,309,461,200</td>")
                .contains("<th scope=\"row\">Raster default</th>\n<td class=\"bytes\">973.78 MB</td>")
                .contains("<th scope=\"row\">Sum of pairs and rasters</th>\n<td class=\"bytes\">1.58 GB</td>\n"
                        + "<td class=\"bytes\">68.3 %</td>")
                .contains("106,233,920 of 144,261,120 slots hold no point");
    }

    @Test
    void listsFindingsAndCountsThoseLeftOut() throws Exception {
        ValidationReport report = Reports.different();

        assertThat(html(report))
                .contains("Failures: 3. Warnings: 1.")
                .contains("Expected label 3 in row 18, but found 4")
                .doesNotContain("only counted");
        assertThat(html(Reports.empty()
                        .finding(report.findings().get(0))
                        .findingsLeftOut(2_345)
                        .build()))
                .contains("Failures: 2,346. Warnings: 0. The first 1 are listed; 2,345 more were only counted.");
        assertThat(html(Reports.equal())).contains("Nothing is wrong or odd.");
    }

    @Test
    void marksTheFirstDifferingCellAndTellsBothValuesAndTheirDistance() throws Exception {
        // Cell (17, 35) of 48 x 48: its middle is at 35.5 / 48 from the left and 30.5 / 48 from the top.
        assertThat(html(Reports.different()))
                .contains("<span class=\"mark\" style=\"left:73.958%;top:63.542%\"></span>")
                .contains("2 of 2,304 cells differ.")
                .contains("<dt>First cell</dt>\n<dd>(17, 35)</dd>")
                .contains("<dt>Old</dt>\n<dd>0.010784403</dd>")
                .contains("<dt>New</dt>\n<dd>0.010784404</dd>")
                .contains("<dt>Distance</dt>\n<dd>1 ulp</dd>")
                .contains("alt=\"Difference max(height) of drive-003, row 17: 2 cells differ\"");
        assertThat(html(Reports.equal())).doesNotContain("class=\"mark\"");
    }

    @Test
    void showsHostileNamesAsText() throws Exception {
        String html = html(Reports.different());

        assertThat(Pattern.compile("<script").matcher(html).results().count())
                .as("three of data, two of code")
                .isEqualTo(5);
        assertThat(html).doesNotContain("<img src=x").doesNotContain("\u202E").doesNotContain("a\"b'c");
        assertThat(html)
                .contains("<bdi>a&quot;b&#39;c/&lt;/script&gt;&lt;script&gt;window.pwned=1;alert(1)&lt;/script&gt;"
                        + "&amp;amp;&lt;img src=x onerror=window.pwned=2&gt;\\n\\u202etxt</bdi>, row 203");
    }

    @Test
    void forbidsAllRequestsAndAllScriptsButItsOwn() throws Exception {
        String html = html(Reports.different());
        Matcher scripts = Pattern.compile("(?s)<script>(.*?)</script>").matcher(html);
        StringBuilder policy =
                new StringBuilder("default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:;"
                        + " style-src 'unsafe-inline'; script-src");
        while (scripts.find()) {
            byte[] digest =
                    MessageDigest.getInstance("SHA-256").digest(scripts.group(1).getBytes(StandardCharsets.UTF_8));
            policy.append(" 'sha256-")
                    .append(Base64.getEncoder().encodeToString(digest))
                    .append('\'');
        }

        assertThat(html)
                .contains("<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">")
                .doesNotContain("sourceMappingURL", "@import", "url(")
                .doesNotContainPattern("(src|href)=\"(?!data:|#)");
    }

    @Test
    void isEqualForEqualReports() throws Exception {
        assertThat(html(Reports.different())).isEqualTo(html(Reports.different()));
    }

    @Test
    void holdsFewRowsAsHtmlAndAllAsData() throws Exception {
        String html = html(Reports.empty().recordings(3_000).build());

        assertThat(html).contains("Rows 1\u201325 of 3,000").contains(",[\"drive-2999\",0,0,");
        assertThat(Pattern.compile("<td class=\"text\"").matcher(html).results().count())
                .isEqualTo(DataTable.PAGE);
    }

    @Test
    void saysSoWhereThereIsNothing() throws Exception {
        assertThat(html(Reports.empty().build()))
                .contains("The source of version v000007 holds no crops.")
                .contains("No crop lost a point.")
                .contains("There are no crops to show.")
                .contains("No rows");
    }

    @Test
    void showsNoPictureOfAGridOfAnotherSize() throws Exception {
        RasterChecked small =
                new RasterChecked(new RasterForm("default", List.of("count"), 2, 2, "float32", 0), true, true, 0, null);
        float[] points = {0, 1};
        ValidationReport report = Reports.empty()
                .rasters(small)
                .crop(new ValidationReport.CropPicture(
                        "a",
                        0,
                        "worst",
                        2,
                        2,
                        new ValidationReport.SeenPoints(points, points, points),
                        List.of(new GridPair("default", new float[4], new float[6]))))
                .build();

        assertThat(html(report))
                .contains("No pictures: a grid has 4 values, but the old one holds 4 and the new one 6.");
    }

    @Test
    void joinsBinsUntilEachIsVisible() {
        Histogram fine =
                new Histogram(10, LongStream.rangeClosed(1, 100).boxed().toList());

        List<Distribution.Bin> bins = Distribution.of(fine).bins();
        assertThat(bins).hasSize(34);
        assertThat(bins.get(0)).isEqualTo(new Distribution.Bin(0, 29, 6));
        assertThat(bins.get(33)).isEqualTo(new Distribution.Bin(990, 999, 100));
        assertThat(Distribution.of(fine).gist()).isEqualTo("Most frequent: 960\u2013989 points, 294 of 5,050 crops");
    }

    @Test
    void writesUtf8AndLeavesTheStreamOpen() throws Exception {
        ValidationReport report = Reports.equal();
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void close() {
                throw new AssertionError("The stream is the caller's to close");
            }
        };

        HtmlReport.write(report, out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(html(report));
    }

    private static String html(ValidationReport report) throws Exception {
        StringBuilder html = new StringBuilder();
        HtmlReport.write(report, html);
        return html.toString();
    }
}

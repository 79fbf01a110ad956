package io.cropmill.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.Loss;
import io.cropmill.raster.GridCounts;
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
import io.cropmill.validate.ValidationReport.SeenPoints;
import io.cropmill.validate.ValidationReport.SlotSums;
import io.cropmill.validate.ValidationReport.ValidationTotals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValidationJsonTest {
    private static final String KEYS = """
            {
              "format" : 1,
              "equal" : false,
              "source" : "hdfs://a/in",
              "dataset" : "hdfs://a/out",
              "version" : "v000007",
              "created" : "2026-01-02T03:04:05Z",
              "sample" : 0.5,
              "against" : "source",
              "rasters" : [ {
                "name" : "default",
                "channels" : [ "density" ],
                "height" : 48,
                "width" : 32,
                "dtype" : "float16",
                "cached" : true,
                "independent" : true,
                "user_grids" : 0,
                "reach" : {
                  "points" : 45,
                  "unreached" : 9,
                  "outside_x" : 3,
                  "outside_y" : 2,
                  "outside_both" : 1,
                  "not_finite" : 5
                }
              } ],
              "checked_by" : [ {
                "step" : "listing",
                "checker" : "rebuild",
                "independent" : false
              }, {
                "step" : "reader",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "byte order",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "counts",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "draw",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "key",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "grids default",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "shift",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "float16",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "offsets",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "metadata",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "header",
                "checker" : "plain",
                "independent" : true
              }, {
                "step" : "checksums",
                "checker" : "none",
                "independent" : false
              } ],
              "totals" : {
                "crops" : 10,
                "compared" : 5,
                "source_points" : 100,
                "points" : 90,
                "over_cap" : 2,
                "padded_slots" : 400,
                "full_crops" : 4,
                "source_bytes" : 6400,
                "pair_bytes" : 1600,
                "raster_bytes" : {
                  "default" : 800
                },
                "failures" : 1,
                "warnings" : 0
              },
              "histogram" : {
                "width" : 4,
                "crops" : [ 3, 7 ]
              },
              "recordings" : [ {
                "name" : "a/<b>",
                "crops" : 10,
                "compared" : 5,
                "source_points" : 100,
                "points" : 90,
                "over_cap" : 2,
                "source_bytes" : 6400,
                "pair_bytes" : 1600,
                "raster_bytes" : 800,
                "failures" : 1,
                "warnings" : 0
              } ],
              "losses" : [ {
                "recording" : "a/<b>",
                "points" : 10,
                "source_points" : 100,
                "slots" : 0,
                "fields" : [ ]
              } ],
              "findings" : [ {
                "severity" : "failure",
                "kind" : "count",
                "recording" : "a/<b>",
                "row" : null,
                "file" : "v000007/a/<b>.npy",
                "place" : "",
                "expected" : "10 rows",
                "found" : "9",
                "ulps" : null,
                "message" : "[v000007/a/<b>.npy] Expected 10 rows, but found 9"
              } ],
              "findings_left_out" : 0,
              "pictures" : [ {
                "recording" : "a/<b>",
                "row" : 3,
                "why" : "worst"
              } ]
            }
            """;

    @Test
    void hasStableKeys() throws IOException {
        CropSums sums = new CropSums(10, 5, 100, 90, 2, 1);
        ValidationReport report = new ValidationReport(
                new ReportHeading(
                        "hdfs://a/in", "hdfs://a/out", "v000007", Instant.parse("2026-01-02T03:04:05Z"), 0.5, "source"),
                List.of(new RasterChecked(
                        new RasterForm("default", List.of("density"), 48, 32, "float16", 0.5),
                        true,
                        true,
                        0,
                        new GridCounts(45, 3, 2, 1, 5))),
                new ValidationTotals(sums, new SlotSums(400, 100, 4), 6400, 1600, Map.of("default", 800L), 1, 0),
                new Histogram(4, List.of(3L, 7L)),
                List.of(new RecordingChecked("a/<b>", sums, 0, new RecordingBytes(6400, 1600, 800), 1, 0)),
                List.of(new RecordingLoss("a/<b>", Loss.of(100, 90, List.of()))),
                new Evidence(
                        List.of(new Finding(
                                Severity.FAILURE,
                                new FindingSubject("count", "a/<b>", -1, "v000007/a/<b>.npy"),
                                "",
                                new ValuePair("10 rows", "9", -1),
                                "[v000007/a/<b>.npy] Expected 10 rows, but found 9")),
                        0,
                        List.of(new CropPicture(
                                "a/<b>",
                                3,
                                "worst",
                                9,
                                8,
                                new SeenPoints(new float[8], new float[8], new float[8]),
                                List.of()))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        ValidationJson.write(report, out);

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(KEYS);
    }
}

package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Footprint FOOTPRINT = new Footprint(
            51_050_000_000L,
            27_600_000_000L,
            List.of(
                    new Footprint.RasterBytes("default", 21_538_000_000L),
                    new Footprint.RasterBytes("shifted", 5_000L)));

    @Test
    void saysWhatARebuildWouldDo() {
        PlanSummary plan = new PlanSummary(
                "hdfs://a/in",
                "file:///out",
                List.of(
                        new PlanGroup("built_new", "build, new", List.of("a/1", "a/2")),
                        new PlanGroup(
                                "built_source_changed", "build, source changed", List.of("b", "c", "d", "e", "f", "g")),
                        new PlanGroup("unchanged", "unchanged", List.of("h")),
                        new PlanGroup("vanished", "vanished", List.of())),
                new SkippedCount(0, 1_234),
                new Contents(1_200, 779_000, 1_693_000_000, 12, 3_456),
                FOOTPRINT,
                "jobs/cropmill rebuild --source hdfs://a/in --target file:///out");

        assertThat(plan.text()).isEqualTo("""
                        Plan: hdfs://a/in -> file:///out

                        build, new                  2
                        build, source changed       6
                        unchanged                   1
                        vanished                    0
                        skipped, bad: left out  1,234

                        build, new: a/1, a/2
                        build, source changed: b, c, d, e, f, ...

                        recordings to build          1,200
                        crops                      779,000
                        points               1,693,000,000
                        crops over the cap              12
                        points dropped               3,456

                                            size  of source
                        source          51.05 GB    100.0 %
                        pairs           27.60 GB     54.1 %
                        raster default  21.54 GB     42.2 %
                        raster shifted   5.00 kB      0.0 %
                        sum             49.14 GB     96.3 %

                        Nothing was written. Next: jobs/cropmill rebuild --source hdfs://a/in --target file:///out
                        """);
    }

    @Test
    void saysWhatARebuildDid() {
        RebuildSummary done = new RebuildSummary(
                "file:///out/v000007",
                new Contents(4, 1_003, 50, 0, 0),
                List.of(
                        new PlanGroup("built_new", "build, new", List.of("a", "b")),
                        new PlanGroup("unchanged", "unchanged", List.of("h"))),
                new SkippedCount(1, 2),
                new Contents(2, 3, 0, 0, 0),
                new Footprint(680_000_000, 340_000_000, List.of()),
                2_000_000_000L);

        assertThat(done.text()).isEqualTo("""
                        Published file:///out/v000007: 4 recordings, 1,003 crops, 50 points

                        recordings built  2
                        crops             3
                        points            0

                                     size  of source
                        source  680.00 MB    100.0 %
                        pairs   340.00 MB     50.0 %

                        build, new                        2
                        unchanged                         1
                        skipped, bad: kept as before      1
                        skipped, bad: left out            2
                        time                          2.0 s

                        build, new: a, b
                        """);
    }

    @Test
    void saysNothingOfBuildingWhereNothingWasBuilt() {
        RebuildSummary done = new RebuildSummary(
                "file:///out/v000007",
                new Contents(1, 1, 2, 0, 0),
                List.of(
                        new PlanGroup("built_new", "build, new", List.of()),
                        new PlanGroup("unchanged", "unchanged", List.of("h"))),
                new SkippedCount(0, 1),
                new Contents(0, 0, 0, 0, 0),
                new Footprint(0, 0, List.of()),
                2_000_000_000L);

        assertThat(done.text()).isEqualTo("""
                        Published file:///out/v000007: 1 recording, 1 crop, 2 points

                        build, new                  0
                        unchanged                   1
                        skipped, bad: left out      1
                        time                    2.0 s
                        """);
    }
}

package io.cropmill.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream stream = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    private long now = -5;

    @Test
    void redrawsOneLineOfATerminal() {
        try (Progress progress = terminal(120)) {
            progress.update(state(0, 0, 0));
            now += 4 * SECOND;
            progress.update(state(1_000, 56_789, 4_084_000_000L));
            now += SECOND;
            progress.update(state(1_250, 70_000, 51_050_000_000L));
        }

        assertThat(shown())
                .isEqualTo("\rbuild: 0 of 1,250 recordings  0 crops  0 B of 51.05 GB"
                        + "\rbuild: 1,000 of 1,250 recordings  56,789 crops  4.08 GB of 51.05 GB  1.02 GB/s  0:46 left"
                        + "\rbuild: 1,250 of 1,250 recordings  70,000 crops  51.05 GB of 51.05 GB  10.21 GB/s         "
                        + "\rbuild: 1,250 of 1,250 recordings  70,000 crops  51.05 GB of 51.05 GB  10.21 GB/s\n");
    }

    @Test
    void redrawsATerminalAtMostFiveTimesASecond() {
        Progress progress = terminal(120);
        for (int i = 0; i < 100; i++) {
            progress.update(state(i, 0, 0));
            now += SECOND / 100;
        }

        assertThat(shown().chars().filter(c -> c == '\r').count()).isEqualTo(5);
    }

    @Test
    void saysASentenceInALineOfItsOwn() {
        try (Progress progress = terminal(120)) {
            progress.say("Waiting");
            progress.update(state(0, 0, 0));
            progress.say("Still waiting");
        }
        String line = "\rbuild: 0 of 1,250 recordings  0 crops  0 B of 51.05 GB";
        assertThat(shown()).isEqualTo("Waiting\n" + line + line + "\nStill waiting\n");

        bytes.reset();
        try (Progress progress = Progress.on(stream, OptionalInt.empty(), () -> now)) {
            progress.say("Waiting");
        }
        assertThat(shown()).isEqualTo("Waiting\n");
    }

    @Test
    void leavesOutWhatDoesNotFit() {
        Progress progress = terminal(45);
        now += 2 * SECOND;
        progress.update(state(1, 2, 3));
        assertThat(shown()).isEqualTo("\rbuild: 1 of 1,250 recordings  2 crops");

        bytes.reset();
        terminal(11).update(state(1, 2, 3));
        assertThat(shown()).isEqualTo("\rbuild: 1 o");
    }

    @Test
    void givesEachPhaseItsLine() {
        try (Progress progress = terminal(80)) {
            progress.update(new ProgressState("list", 7, 0, 0, 0, 0));
            progress.update(new ProgressState("build", 0, 9, 0, 0, 0));
        }

        assertThat(shown())
                .isEqualTo("\rlist: 7 recordings  0 crops\rlist: 7 recordings  0 crops\n"
                        + "\rbuild: 0 of 9 recordings  0 crops\rbuild: 0 of 9 recordings  0 crops\n");
    }

    @Test
    void showsNeitherBytesNorTheirSpeedWhereNoneAreCounted() {
        Progress progress = terminal(80);
        progress.update(new ProgressState("inspect", 0, 100, 0, 0, 0));
        now += 5 * SECOND;
        progress.update(new ProgressState("inspect", 50, 100, 900, 0, 0));

        assertThat(shown()).endsWith("\rinspect: 50 of 100 recordings  900 crops  0:05 left");
    }

    @Test
    void drawsNothingForWorkThatNeverBegan() {
        terminal(80).close();

        assertThat(shown()).isEmpty();
    }

    @Test
    void writesAPlainLineToALogEvery30Seconds() {
        try (Progress progress = Progress.on(stream, OptionalInt.empty(), () -> now)) {
            for (int i = 0; i <= 61; i++) {
                progress.update(state(i, 10L * i, 100_000_000L * i));
                now += SECOND;
            }
        }

        assertThat(shown()).isEqualTo("""
                        build: 30 of 1,250 recordings  300 crops  3.00 GB of 51.05 GB  0.10 GB/s  8:01 left
                        build: 60 of 1,250 recordings  600 crops  6.00 GB of 51.05 GB  0.10 GB/s  7:31 left
                        """);
    }

    @Test
    void takesTimeLeftFromRecordingsWhereBytesAreNotKnown() {
        Progress progress = terminal(80);
        progress.update(new ProgressState("validate", 0, 10, 0, 0, 0));
        now += 4 * SECOND;
        progress.update(new ProgressState("validate", 4, 10, 0, 500, 0));

        assertThat(shown()).endsWith("\rvalidate: 4 of 10 recordings  0 crops  500 B  125 B/s  0:06 left");
    }

    @Test
    void foreseesNoEndFromAPhaseThatHasHardlyBegun() {
        Progress progress = terminal(80);
        progress.update(new ProgressState("validate", 0, 100, 0, 0, 0));
        now += 5 * SECOND;
        progress.update(new ProgressState("validate", 1, 100, 65, 500, 0));
        assertThat(shown()).endsWith("\rvalidate: 1 of 100 recordings  65 crops  500 B  100 B/s");

        now += 5 * SECOND;
        progress.update(new ProgressState("validate", 2, 100, 130, 1000, 0));
        assertThat(shown()).endsWith("\rvalidate: 2 of 100 recordings  130 crops  1.00 kB  100 B/s  8:10 left");
    }

    @Test
    void ticksUntilClosedAndTellsTheLastState() throws InterruptedException {
        CountDownLatch ticks = new CountDownLatch(2);
        AtomicLong recordings = new AtomicLong(3);
        Progress progress = terminal(80);
        ProgressTicker ticker = ProgressTicker.start(progress, () -> {
            ticks.countDown();
            return state(recordings.get(), 0, 0);
        });
        ticks.await();
        recordings.set(4);
        ticker.close();
        recordings.set(5);
        progress.close();

        assertThat(shown())
                .startsWith("\rbuild: 3 of 1,250 recordings")
                .endsWith("\rbuild: 4 of 1,250 recordings  0 crops  0 B of 51.05 GB\n");
    }

    private Progress terminal(int columns) {
        return Progress.on(stream, OptionalInt.of(columns), () -> now);
    }

    private static ProgressState state(long recordings, long crops, long done) {
        return new ProgressState("build", recordings, 1_250, crops, done, 51_050_000_000L);
    }

    private String shown() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}

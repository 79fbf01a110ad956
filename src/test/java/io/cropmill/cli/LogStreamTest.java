package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogStreamTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2026-01-31T02:15:09.5Z"));
    private static final String BEFORE = "2026-01-31T02:15:09Z /data/ä: ";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void everyLineTellsTimeAndDataset() throws IOException {
        ProcessEnvironment log = surroundings(Map.of("CROPMILL_LOG_OF", "/data/ä"));
        print(log, "done,");
        print(log, " ö\n\nlast\n");
        log.err().print("[a.npy] Cannot open\nand");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(BEFORE + "done, ö\n" + BEFORE + "last\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(BEFORE + "[a.npy] Cannot open\n" + BEFORE + "and");
    }

    @Test
    void leavesOutEmptyLines() throws IOException {
        ProcessEnvironment log = surroundings(Map.of("CROPMILL_LOG_OF", "/data/ä"));
        print(log, "\n");
        print(log, "\na\n\n\nb\n");
        print(log, "\n");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo(BEFORE + "a\n" + BEFORE + "b\n");
    }

    @Test
    void aTerminalAndWhoeverIsNoLogGetLinesAsTheyAre() throws IOException {
        surroundings(Map.of("CROPMILL_LOG_OF", "/t", "CROPMILL_COLUMNS", "80"))
                .err()
                .print("a");
        print(surroundings(Map.of("CROPMILL_LOG_OF", "")), "b");
        print(surroundings(Map.of()), "c");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("a");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("bc");
    }

    @Test
    void aLogThatCannotBeWrittenIsNoticed() {
        OutputStream full = new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("no space left");
            }
        };
        OutputStream log = new LogStream(full, "/t", CLOCK);
        assertThatThrownBy(() -> log.write('a')).isInstanceOf(IOException.class).hasMessage("no space left");
    }

    private static void print(ProcessEnvironment surroundings, String text) throws IOException {
        surroundings.out().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private ProcessEnvironment surroundings(Map<String, String> environment) {
        return new ProcessEnvironment(out, new PrintStream(err, true, StandardCharsets.UTF_8), environment, Map.of())
                .forLog(CLOCK);
    }
}

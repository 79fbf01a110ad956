package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    void everyLineTellsTimeAndDataset() {
        Surroundings log = surroundings(Map.of("CROPMILL_LOG_OF", "/data/ä"));
        log.out().print("done,");
        log.out().print(" ö\n\nlast\n");
        log.err().print("[a.npy] Cannot open\nand");
        assertThat(out.toString(StandardCharsets.UTF_8))
                .isEqualTo(BEFORE + "done, ö\n" + BEFORE + "\n" + BEFORE + "last\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo(BEFORE + "[a.npy] Cannot open\n" + BEFORE + "and");
    }

    @Test
    void aTerminalAndWhoeverIsNoLogGetLinesAsTheyAre() {
        surroundings(Map.of("CROPMILL_LOG_OF", "/t", "CROPMILL_COLUMNS", "80"))
                .err()
                .print("a");
        surroundings(Map.of("CROPMILL_LOG_OF", "")).out().print("b");
        surroundings(Map.of()).out().print("c");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEqualTo("a");
        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("bc");
    }

    @Test
    void aLogThatCannotBeWrittenIsNoticed() {
        PrintStream full = new PrintStream(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                throw new IOException("no space left");
            }
        });
        PrintStream log = LogStream.on(full, "/t", CLOCK);
        log.print("a");
        assertThat(log.checkError()).isTrue();
    }

    private Surroundings surroundings(Map<String, String> environment) {
        return new Surroundings(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        environment,
                        Map.of())
                .forLog(CLOCK);
    }
}

package io.cropmill.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Lines for a log of many nights and datasets: before each stand the time in UTC and what it is about,
 * {@code 2026-01-31T02:15:09Z /data/ragged: }. Empty lines are left out. Safe for threads; a failure of the stream behind it is one here.
 */
final class LogStream extends OutputStream {
    private final OutputStream log;
    private final String about;
    private final InstantSource clock;
    private boolean inLine;

    /** Writes to a stream, which stays the caller's. */
    LogStream(OutputStream log, String about, InstantSource clock) {
        this.log = log;
        this.about = about;
        this.clock = clock;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(length + about.length() + 32);
        for (int at = offset; at < offset + length; at++) {
            if (!inLine && bytes[at] == '\n') {
                // An empty line parts paragraphs for a person; in a log it says nothing.
                continue;
            }
            if (!inLine) {
                String time = clock.instant().truncatedTo(ChronoUnit.SECONDS).toString();
                lines.writeBytes((time + " " + about + ": ").getBytes(StandardCharsets.UTF_8));
            }
            lines.write(bytes[at]);
            inLine = bytes[at] != '\n';
        }
        log.write(lines.toByteArray(), 0, lines.size());
        flush();
    }

    @Override
    public void flush() throws IOException {
        log.flush();
    }
}

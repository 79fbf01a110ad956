package io.cropmill.cli;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Map;
import java.util.OptionalInt;

/**
 * What a process finds around it.
 *
 * @param out for results; it throws what keeps it from writing, as a {@link PrintStream} does not
 * @param err for errors and progress
 * @param environment variables
 * @param properties of the JVM
 */
record ProcessEnvironment(
        OutputStream out, PrintStream err, Map<String, String> environment, Map<String, String> properties) {
    /** Set by {@code jobs/cropmill} to the width of the terminal where standard error is one. */
    private static final String COLUMNS = "CROPMILL_COLUMNS";

    /** Set by {@code jobs/nightly} to the dataset that its log is about. */
    private static final String LOG_OF = "CROPMILL_LOG_OF";

    /** These, with lines that tell time and dataset where they go to a log; a terminal shows errors and progress alone. */
    ProcessEnvironment forLog(InstantSource clock) {
        String about = environment.getOrDefault(LOG_OF, "");
        if (about.isEmpty()) {
            return this;
        }
        PrintStream told = terminalColumns().isPresent()
                ? err
                : new PrintStream(new LogStream(err, about, clock), true, StandardCharsets.UTF_8);
        return new ProcessEnvironment(new LogStream(out, about, clock), told, environment, properties);
    }

    OptionalInt terminalColumns() {
        String columns = environment.getOrDefault(COLUMNS, "");
        return columns.matches("[1-9][0-9]{0,4}") ? OptionalInt.of(Integer.parseInt(columns)) : OptionalInt.empty();
    }

    /** True where the driver itself was sent to the cluster. */
    boolean isClusterDriver() {
        return "cluster".equals(properties.get("spark.submit.deployMode"));
    }

    boolean wantsStackTraces() {
        return properties.containsKey("cropmill.stacktrace");
    }

    /** How the JVM turns file names into bytes. */
    String nameEncoding() {
        return properties.getOrDefault("sun.jnu.encoding", "");
    }

    boolean keepsFileNames() {
        try {
            return Charset.forName(nameEncoding()).equals(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}

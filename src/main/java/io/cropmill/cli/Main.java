package io.cropmill.cli;

import io.cropmill.job.SparkJobs;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.time.InstantSource;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** Where spark-submit begins. */
public final class Main {
    private Main() {}

    /** Runs one command. */
    public static void main(String[] args) {
        ProcessEnvironment surroundings = new ProcessEnvironment(
                        new FileOutputStream(FileDescriptor.out), System.err, System.getenv(), properties())
                .forLog(InstantSource.system());
        int code = new CommandRunner(surroundings, SparkJobs::new).run(args);
        // YARN takes a driver that exits by itself, even with 0, for one that failed; so success just returns.
        if (code != 0) {
            System.exit(code);
        }
    }

    private static Map<String, String> properties() {
        Properties properties = System.getProperties();
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }
}

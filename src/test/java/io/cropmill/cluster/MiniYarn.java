package io.cropmill.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.MiniYARNCluster;

/** A ResourceManager and NodeManagers in a process of their own; its settings go to the file that it is given. */
final class MiniYarn {
    private static final int NODE_MANAGERS = 2;

    private MiniYarn() {}

    /** Runs until it is ended: {@code MiniYarn FOLDER SETTINGS}. */
    public static void main(String[] words) throws IOException {
        // One that failed to start would stay alive by its other threads.
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
        });
        Configuration configuration = new YarnConfiguration();
        configuration.set("yarn.scheduler.capacity.root.queues", "default");
        configuration.set("yarn.scheduler.capacity.root.default.capacity", "100");
        configuration.set("yarn.scheduler.minimum-allocation-mb", "256");
        configuration.set("yarn.nodemanager.resource.memory-mb", "3072");
        configuration.set("yarn.nodemanager.vmem-check-enabled", "false");
        configuration.set("yarn.nodemanager.pmem-check-enabled", "false");
        // Whatever is used of the disk of a small machine.
        configuration.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "100");
        System.setProperty("test.build.data", words[0]);
        MiniYARNCluster cluster = new MiniYARNCluster("cropmill", NODE_MANAGERS, 1, 1);
        cluster.init(configuration);
        cluster.start();
        Path settings = Path.of(words[1]);
        Path written = Files.createTempFile(settings.getParent(), "yarn", ".xml");
        try (OutputStream file = Files.newOutputStream(written)) {
            cluster.getConfig().writeXml(file);
        }
        Files.move(written, settings, StandardCopyOption.ATOMIC_MOVE);
        System.out.println("MiniYarn is up");
    }
}

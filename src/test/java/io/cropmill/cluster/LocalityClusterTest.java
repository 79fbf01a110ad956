package io.cropmill.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.storage.Storage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three hosts, each with a DataNode and a Worker, and every block on one of them. */
class LocalityClusterTest {
    @TempDir
    Path folder;

    @Test
    void tasksRunWhereTheirBlocksAre() throws IOException {
        try (Cluster cluster = Cluster.start(folder, 3, 1, 3)) {
            // A recording is a block, so that it is on one host alone, and large enough for a task of its own.
            Configuration large = cluster.hdfs().configuration();
            large.set("dfs.blocksize", "67108864");
            String source = cluster.upload(cluster.sample("padded", 6, 280), "padded", large);
            Set<String> hosts = hosts(cluster, source);
            assertThat(hosts).hasSizeGreaterThan(1);
            String target = cluster.hdfs().uri() + "/crops";

            // Tasks wait for their host as long as it takes.
            cluster.nightly(List.of("--conf", "spark.locality.wait=60s"), "--source", source, "--target", target)
                    .requireDone();

            EventLog log = EventLog.last(cluster.events());
            assertThat(log.tasks("Build"))
                    .hasSize(6)
                    .allMatch(task -> task.locality().equals("NODE_LOCAL"), "ran where its blocks are")
                    .extracting(EventLog.Task::host)
                    .containsAll(hosts);
            assertThat(log.tasks("Validate"))
                    .hasSizeGreaterThanOrEqualTo(6)
                    .allMatch(task -> task.locality().equals("NODE_LOCAL"), "ran where its blocks are")
                    .extracting(EventLog.Task::host)
                    .containsAll(hosts);
        }
    }

    private static Set<String> hosts(Cluster cluster, String source) throws IOException {
        Set<String> hosts = new TreeSet<>();
        try (Storage storage = cluster.open(source)) {
            for (var file : storage.walk("")) {
                hosts.addAll(storage.hosts(file.path(), 0, file.bytes()));
            }
        }
        return hosts;
    }
}

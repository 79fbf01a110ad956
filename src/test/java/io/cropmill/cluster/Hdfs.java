package io.cropmill.cluster;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * A NameNode and DataNodes as processes of their own. DataNode i is at 127.0.0.(2 + i), which is also what it calls
 * itself, so that it looks like a host of its own.
 */
final class Hdfs implements AutoCloseable {
    private static final Duration PATIENCE = Cluster.PATIENCE;
    private static final int HEAP = 256;

    private final Path folder;
    private final String address;
    private final List<Started> processes = new ArrayList<>();

    private Hdfs(Path folder, String address) {
        this.folder = folder;
        this.address = address;
    }

    /** The address of the i-th machine that is played. */
    static String host(int index) {
        return "127.0.0." + (2 + index);
    }

    static Hdfs start(Path folder, int dataNodes, int replication) {
        Hdfs hdfs = new Hdfs(folder, "127.0.0.1:" + freePort());
        try {
            Files.createDirectories(hdfs.settings());
            hdfs.writeSettings(replication);
            hdfs.java("format", List.of("org.apache.hadoop.hdfs.server.namenode.NameNode", "-format", "-force"))
                    .end(PATIENCE);
            hdfs.processes.clear();
            hdfs.java("namenode", List.of("org.apache.hadoop.hdfs.server.namenode.NameNode"));
            for (int i = 0; i < dataNodes; i++) {
                hdfs.startDataNode(i);
            }
            try (FileSystem client = hdfs.client()) {
                hdfs.awaitDataNodes(dataNodes);
            }
            return hdfs;
        } catch (IOException e) {
            hdfs.close();
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            hdfs.close();
            throw e;
        }
    }

    private Started startDataNode(int index) {
        String host = host(index);
        return java(
                "datanode-" + index,
                List.of(
                        "org.apache.hadoop.hdfs.server.datanode.DataNode",
                        "-Ddfs.datanode.hostname=" + host,
                        "-Ddfs.datanode.address=" + host + ":0",
                        "-Ddfs.datanode.ipc.address=" + host + ":0",
                        "-Ddfs.datanode.http.address=" + host + ":0",
                        "-Ddfs.datanode.data.dir=" + folder.resolve("data-" + index)));
    }

    private Started java(String name, List<String> words) {
        Started started = Started.java(folder.resolve(name + ".log"), HEAP, settings(), Map.of(), words);
        processes.add(started);
        return started;
    }

    private void awaitDataNodes(int wanted) {
        for (int i = 1; i <= wanted; i++) {
            processes.get(i).await("successfully registered with NN", PATIENCE);
        }
        processes.get(0).await("Safe mode is OFF|STATE\\* Leaving safe mode", PATIENCE);
    }

    private void writeSettings(int replication) throws IOException {
        Configuration settings = new Configuration(false);
        settings.set("fs.defaultFS", uri());
        settings.set("dfs.namenode.rpc-address", address);
        settings.set("dfs.namenode.http-address", "127.0.0.1:0");
        settings.set("dfs.namenode.name.dir", folder.resolve("names").toString());
        settings.set("dfs.replication", Integer.toString(replication));
        // Small, so that recordings have several blocks.
        settings.set("dfs.blocksize", "1048576");
        settings.set("dfs.namenode.fs-limits.min-block-size", "1024");
        // Addresses of the loopback have no names.
        settings.set("dfs.namenode.datanode.registration.ip-hostname-check", "false");
        settings.set("dfs.client.use.datanode.hostname", "true");
        settings.set("dfs.datanode.use.datanode.hostname", "true");
        // Whoever closes a file asks until its last block was reported: at first after 400 ms.
        settings.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "20");
        settings.set("dfs.client.block.write.locateFollowingBlock.retries", "9");
        // A client learns sooner that a DataNode is gone.
        settings.set("dfs.heartbeat.interval", "1");
        settings.set("dfs.client.socket-timeout", "10000");
        try (OutputStream file = Files.newOutputStream(settings().resolve("core-site.xml"))) {
            settings.writeXml(file);
        }
        Files.copy(settings().resolve("core-site.xml"), settings().resolve("hdfs-site.xml"));
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The folder of {@code core-site.xml}, for {@code HADOOP_CONF_DIR}. */
    Path settings() {
        return folder.resolve("settings");
    }

    String uri() {
        return "hdfs://" + address;
    }

    Configuration configuration() {
        Configuration configuration = new Configuration(true);
        configuration.addResource(new org.apache.hadoop.fs.Path(
                settings().resolve("core-site.xml").toUri()));
        return configuration;
    }

    FileSystem client() throws IOException {
        return FileSystem.newInstance(configuration());
    }

    /** Processor time of all its processes so far. */
    double cpuSeconds() {
        return processes.stream().mapToDouble(Started::cpuSeconds).sum();
    }

    /** Ends a DataNode as {@code kill -9} does. */
    void killDataNode(int index) {
        processes.get(1 + index).kill();
    }

    /** Starts a DataNode again that was killed, and waits for it. */
    void restartDataNode(int index) {
        processes.set(1 + index, startDataNode(index)).close();
        processes.remove(processes.size() - 1);
        processes.get(1 + index).await("successfully registered with NN", PATIENCE);
    }

    @Override
    public void close() {
        processes.forEach(Started::close);
    }
}

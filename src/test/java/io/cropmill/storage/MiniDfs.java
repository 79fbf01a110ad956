package io.cropmill.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.server.namenode.EditLogFileOutputStream;

/** A NameNode and a DataNode in this JVM, started once for all test classes and stopped with the JVM. */
public final class MiniDfs {
    /** Small, so that test files have several blocks. */
    public static final int BLOCK_BYTES = 1 << 20;

    private static final AtomicInteger FOLDERS = new AtomicInteger();

    private final MiniDFSCluster cluster;

    private MiniDfs(MiniDFSCluster cluster) {
        this.cluster = cluster;
    }

    private static final class Holder {
        static final MiniDfs SHARED = start();
    }

    /** The one cluster; the first call starts it. */
    public static MiniDfs shared() {
        return Holder.SHARED;
    }

    /** A configuration whose default file system is the cluster's. */
    public Configuration configuration() {
        return new Configuration(cluster.getConfiguration(0));
    }

    public FileSystem fileSystem() {
        try {
            return cluster.getFileSystem();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The {@code hdfs://host:port/test-N} of a folder that nobody has used yet. */
    public String newFolder() {
        return cluster.getURI() + "/test-" + FOLDERS.incrementAndGet();
    }

    /** A cluster of its own, for a test that harms it; the caller's to close. */
    public static MiniDFSCluster another(int dataNodes, int replication) throws IOException {
        return cluster(dataNodes, replication);
    }

    private static MiniDfs start() {
        try {
            MiniDFSCluster cluster = cluster(1, 1);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> cluster.shutdown(true)));
            return new MiniDfs(cluster);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static MiniDFSCluster cluster(int dataNodes, int replication) throws IOException {
        Path base = MemoryFolder.create("cropmill-dfs");
        // No machine loses power here, and each step would wait for the disk.
        EditLogFileOutputStream.setShouldSkipFsyncForTesting(true);
        Configuration configuration = new Configuration();
        configuration.setInt("dfs.blocksize", BLOCK_BYTES);
        configuration.setInt("dfs.namenode.fs-limits.min-block-size", 1024);
        configuration.setInt("dfs.replication", replication);
        // A client that closes a file asks until the last block was reported, each time after twice as long: by default
        // first after 400 ms, and five times. From 4 ms on five times are an eighth of a second, too little where the
        // machine is busy; thirteen are half a minute.
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 4);
        configuration.setInt("dfs.client.block.write.locateFollowingBlock.retries", 13);
        MiniDFSCluster cluster = new MiniDFSCluster.Builder(configuration, base.toFile())
                .numDataNodes(dataNodes)
                .build();
        cluster.waitActive();
        // Hadoop keeps one client a cluster in a JVM, with the settings of its first user: these.
        cluster.getFileSystem();
        return cluster;
    }
}

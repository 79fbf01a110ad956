package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Slow;
import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Slow
class OverlapTest {
    @TempDir
    Path folder;

    private List<String> problems(String source, String target) throws IOException {
        return problems(source, target, new Configuration());
    }

    private static List<String> problems(String source, String target, Configuration configuration) throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        folders.put("source", Storages.of(source, configuration));
        folders.put("target", Storages.of(target, configuration));
        return Overlap.problems(folders);
    }

    @Test
    void foldersSideBySideAreFine() throws IOException {
        assertThat(problems(folder + "/data", folder + "/data2")).isEmpty();
        assertThat(problems("/", MiniDfs.shared().newFolder(), MiniDfs.shared().configuration()))
                .isEmpty();
    }

    @Test
    void oneInTheOtherIsRefused() throws IOException {
        Path real = folder.toRealPath();
        assertThat(problems(real + "/data", real + "/data"))
                .containsExactly("source and target must lie apart but were file://" + real + "/data and file://" + real
                        + "/data");
        assertThat(problems(folder + "/data", folder + "/data/out")).hasSize(1);
        assertThat(problems(folder + "/data/in", folder + "/data")).hasSize(1);
        assertThat(problems("/", folder + "/data")).hasSize(1);
        assertThat(problems(folder + "/data", "file:" + folder + "/x/../data/")).hasSize(1);
    }

    @Test
    void linksAreResolved() throws IOException {
        Path real = Files.createDirectory(folder.toRealPath().resolve("real"));
        Files.createSymbolicLink(folder.resolve("alias"), real);
        assertThat(problems(real + "/in", folder.toRealPath() + "/alias/in/out"))
                .containsExactly("source and target must lie apart but were file://" + real + "/in and file://"
                        + folder.toRealPath() + "/alias/in/out (file://" + real + "/in/out)");
    }

    /** A source is read through links, and what it reads must not be what is written. */
    @Test
    void linksInASourceAreResolved() throws IOException {
        Path real = folder.toRealPath();
        Files.createDirectories(real.resolve("target/v000001/kitti"));
        Files.createFile(real.resolve("target/v000001/a.npy"));
        Files.createDirectories(real.resolve("far/near"));
        Path source = Files.createDirectory(real.resolve("source"));
        Files.createSymbolicLink(source.resolve("far"), real.resolve("far"));
        Files.createSymbolicLink(source.resolve("lost"), real.resolve("lost"));
        assertThat(linked()).isEmpty();
        for (String name : List.of("target/v000001/a.npy", "target/v000001/kitti", "target")) {
            for (String at : List.of("source/deep.npy", "far/near/deep.npy")) {
                Path link = Files.createSymbolicLink(real.resolve(at), real.resolve(name));
                String seen = at.startsWith("source") ? at : "source/" + at;
                assertThat(linked())
                        .containsExactly("source and target must lie apart but the link file://" + real + "/" + seen
                                + " leads to file://" + real + "/" + name);
                Files.delete(link);
            }
        }
        Files.createSymbolicLink(source.resolve("above"), real);
        assertThat(linked())
                .containsExactly("source and target must lie apart but the link file://" + source
                        + "/above leads to file://" + real);
    }

    private List<String> linked() throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        folders.put("source", Storages.source(folder.resolve("source").toUri(), new Configuration()));
        folders.put("target", Storages.of(folder.resolve("target").toUri(), new Configuration()));
        return Overlap.problems(folders);
    }

    @Test
    void mountsAreSeenThrough() throws Exception {
        Path source = Files.createDirectories(folder.toRealPath().resolve("source"));
        Path deep = Files.createDirectories(source.resolve("deep"));
        Path apart = Files.createDirectories(folder.toRealPath().resolve("apart"));
        Path again = Files.createDirectories(folder.toRealPath().resolve("again"));
        for (Path mounted : new Path[] {source, deep}) {
            String refused = run("mount", "--bind", mounted.toString(), again.toString());
            Assumptions.assumeTrue(
                    refused.isEmpty(), "Only who may mount can mount a folder twice: not tried " + refused);
            try {
                for (String target : List.of("", "/out", "/not/made/yet")) {
                    assertThat(problems(source.toString(), again + target))
                            .containsExactly("source and target must lie apart but were file://" + source
                                    + " and file://" + again + target);
                    assertThat(problems(again + target, source.toString())).hasSize(1);
                }
                assertThat(problems(source.toString(), apart.toString())).isEmpty();
                assertThat(problems(again.toString(), apart.toString())).isEmpty();
                boolean below = mounted.equals(deep);
                assertThat(problems(source + "/other", again + "/out").isEmpty())
                        .isTrue();
                assertThat(problems(source + "/deep/in", again + (below ? "/in/out" : "/deep/in/out")))
                        .hasSize(1);
            } finally {
                assertThat(run("umount", again.toString())).isEmpty();
            }
        }
    }

    /** What a command says; nothing if all is well. */
    private static String run(String... command) throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return e.toString();
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : command[0] + " failed: " + said;
    }

    @Test
    void spellingsOfHdfsAreTheSame() throws IOException {
        String whole = MiniDfs.shared().newFolder();
        String path = whole.substring(whole.lastIndexOf('/'));
        assertThat(problems(whole, "hdfs://" + path + "/out", MiniDfs.shared().configuration()))
                .hasSize(1);
        assertThat(problems(whole, "hdfs:" + path + "2", MiniDfs.shared().configuration()))
                .isEmpty();
    }

    @Test
    void allPairsAreTold() throws IOException {
        Map<String, Storage> folders = new LinkedHashMap<>();
        for (String name : List.of("source", "target", "stage")) {
            folders.put(name, Storages.of(folder.toString(), new Configuration()));
        }
        assertThat(Overlap.problems(folders)).hasSize(3);
    }
}

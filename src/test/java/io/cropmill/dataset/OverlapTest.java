package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.storage.MiniDfs;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

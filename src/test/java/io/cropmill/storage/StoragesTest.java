package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoragesTest {
    private final Configuration configuration = new Configuration();

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "plain",
                "a b",
                "a#b",
                "a?b",
                "100%",
                "100%25",
                "%41",
                "run:1",
                "größe",
                "\uD83D\uDE97",
                "a\\b",
                "[x]*"
            })
    void everyCharacterOfAPlainPathStandsForItself(String name) throws IOException {
        Storage storage = Storages.of(folder + "/" + name, configuration);
        storage.createExclusive("f", new byte[1]);
        assertThat(folder.resolve(name).resolve("f")).exists();
        assertThat(Storages.of(storage.root(), configuration).stat("f")).isPresent();
        assertThat(Storages.of(storage.root().toString(), configuration).stat("f"))
                .isPresent();
    }

    @Test
    void uriEscapesAreDecodedAndOtherCharactersStandForThemselves() throws IOException {
        Path wanted = folder.resolve("a b#c 100%");
        Files.createDirectory(wanted);
        Files.createFile(wanted.resolve("f"));
        for (String location : new String[] {"/a%20b%23c%20100%25", "/a b#c 100%", "/a b%23c 100%/"}) {
            assertThat(Storages.of("file:" + folder + location, configuration).stat("f"))
                    .isPresent();
            assertThat(Storages.of("FILE://localhost" + folder + location, configuration)
                            .stat("f"))
                    .isPresent();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/data/a#b.npy, file://, /data/, a#b.npy",
        "file:///data/a%23b.npy/, file://, /data/, a#b.npy",
        "hdfs://host:1/a%2Fb c.npy, hdfs://host:1, /a/, b c.npy",
        "hdfs://host:1/a.npy, hdfs://host:1, /, a.npy",
        "a.npy, file://, ., a.npy",
        "/, file://, /, ''"
    })
    void aFileLiesInTheFolderOfItsLocation(String location, String host, String folder, String name)
            throws IOException {
        Location named = Location.of(location);
        assertThat(named.name()).isEqualTo(name);
        Location above = named.folder();
        assertThat(above.scheme() + "://" + above.authority()).isEqualTo(host);
        assertThat(above.path()).isEqualTo(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"data/x", "./data/x", "data/../data/./x", "run:1/x", "run:1"})
    void relativePathsStartAtTheWorkingDirectory(String path) throws IOException {
        assertThat(Storages.of(path, configuration).root())
                .isEqualTo(URI.create("file://" + Path.of(path).toAbsolutePath().normalize()));
    }

    @Test
    void relativeUrisStartAtTheWorkingDirectory() throws IOException {
        assertThat(Storages.of(URI.create("a%20b"), configuration).root())
                .isEqualTo(URI.create("file://" + Path.of("").toAbsolutePath() + "/a%20b"));
        assertThat(Storages.of(URI.create("/a%20b"), configuration).root()).isEqualTo(URI.create("file:///a%20b"));
        assertThat(Storages.of("/", configuration).root()).isEqualTo(URI.create("file:///"));
    }

    @Test
    void parentsOfLinkedFoldersAreThoseOfTheRealOnes() throws IOException {
        Files.createDirectories(folder.resolve("real/deep"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real/deep"));
        Storage storage = Storages.of(folder + "/link/../x", configuration);
        assertThat(storage.root().getPath())
                .isEqualTo(folder.toRealPath().resolve("real/x").toString());
    }

    @Test
    void refusesLocationsThatMeanNothing() {
        assertThatThrownBy(() -> Storages.of("", configuration))
                .hasMessage("[] Cannot open: the location must be a path or a URI");
        assertThatThrownBy(() -> Storages.of("/data/caf\uFFFD", configuration))
                .hasMessage("[/data/caf\uFFFD] Cannot open: the name has bytes that are not UTF-8; start Java with"
                        + " LC_ALL=C.UTF-8, or rename it");
        assertThatThrownBy(() -> Storages.of("file://data/x", configuration))
                .hasMessage("[file://data/x] Cannot open: a file: URI must name no host, but names \"data\"; write"
                        + " file:///data/x");
        assertThatThrownBy(() -> Storages.of("s4://bucket/x", configuration))
                .isInstanceOf(LocationException.class)
                .hasMessage("[s4://bucket/x] Cannot open: there is no file system for \"s4:\"; put its jar on the class"
                        + " path with --jars, or check the spelling");
        assertThatThrownBy(() -> Storages.of("hdfs://no-such-host.invalid/x", configuration))
                .isInstanceOf(LocationException.class)
                .hasMessage("[hdfs://no-such-host.invalid/x] Cannot open: there is no host, and no service in Hadoop's"
                        + " settings, called no-such-host.invalid");
        assertThatThrownBy(() -> Storages.of("hdfs:data/x", configuration))
                .isInstanceOf(LocationException.class)
                .hasMessage("[hdfs:data/x] Cannot open: a URI must have an absolute path; write hdfs:///..., or"
                        + " ./hdfs:data/x for a folder of that name");
        assertThatThrownBy(() -> Storages.of(URI.create("file:/a?b"), configuration))
                .hasMessage(
                        "[file:/a?b] Cannot open: Expected a URI of scheme, host and path alone; write \"?\" and \"#\""
                                + " in names as %3F and %23");
    }

    /** Hadoop's web file systems look a host up only when it is asked for its service, or read from. */
    @Test
    void aHostThatNobodyKnowsHasAPlaceOfItsOwnName() throws IOException {
        try (Storage web = Storages.of("http://nobody.invalid/a", configuration)) {
            assertThat(web.realRoot()).isEqualTo(URI.create("http://nobody.invalid/a"));
        }
    }

    @Test
    void onlyFileSystemsWithAtomicRenameAreTargets() throws IOException {
        assertThat(Storages.targetRefusal(Storages.of(folder.toString(), configuration)))
                .isEmpty();
        assertThat(Storages.targetRefusal(Storages.of("http://localhost:1/x", configuration)))
                .contains(
                        "target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no reader sees"
                                + " half a version, but was"
                                + " http://localhost:1/x");
    }

    /** Hadoop's own local file system follows links, and leaves {@code .crc} files. */
    @Test
    void aLocalFolderBehindAMountTableIsNoTarget() throws IOException {
        configuration.set(
                "fs.viewfs.mounttable.local.link./data", folder.toUri().toString());
        Storage storage = Storages.of("viewfs://local/data/set", configuration);
        assertThat(Storages.targetRefusal(storage))
                .contains("target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no reader"
                        + " sees half a version, but was viewfs://local/data/set, which is " + storage.realRoot());
        assertThat(storage.realRoot().getScheme()).isEqualTo("file");
    }

    @Test
    void anObjectStoreIsRefusedWithoutItsClasses() {
        assertThat(Storages.targetRefusal(URI.create("s3a://bucket/crops")))
                .contains("target must be on file:, hdfs: or viewfs: of hdfs:, where renames are atomic and no reader"
                        + " sees half a version, but was s3a://bucket/crops");
        for (String location : new String[] {"/crops", "file:/crops", "HDFS://host/crops", "viewfs://local/crops"}) {
            assertThat(Storages.targetRefusal(URI.create(location))).isEmpty();
        }
    }
}

package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** No operation on a local storage follows a symbolic link below its root, at whatever depth the link is. */
class LocalLinksTest {
    private static final String PATH = "v000001/kitti/a.npy";

    /** The links are found here, or behind them. */
    private static final List<String> DEPTHS = List.of("v000001", "v000001/kitti", PATH);

    @TempDir
    Path folder;

    private Path root;
    private Path victim;
    private Storage storage;
    private Map<String, String> before;

    /** What somebody does with a path. */
    private enum Operation {
        WALK("list"),
        NAMES("list"),
        STAT("look up"),
        OPEN("open"),
        READ_SMALL("open"),
        CREATE("create"),
        CREATE_EXCLUSIVE("create"),
        REPLACE("create"),
        ASSEMBLE("look up"),
        ASSEMBLE_OF("append to whole"),
        LINK("link to other"),
        LINK_TO("link to " + PATH),
        SYNC("sync");

        private final String doing;

        Operation(String doing) {
            this.doing = doing;
        }

        void on(Storage storage) throws IOException {
            switch (this) {
                case WALK -> storage.walk(PATH);
                case NAMES -> storage.names(PATH);
                case STAT -> storage.stat(PATH);
                case OPEN -> storage.open(PATH).close();
                case READ_SMALL -> storage.readSmall(PATH, 100);
                case CREATE -> storage.create(PATH).close();
                case CREATE_EXCLUSIVE -> storage.createExclusive(PATH, new byte[] {1});
                case REPLACE -> storage.replace(PATH, new byte[] {1});
                case ASSEMBLE -> storage.assemble(PATH, List.of(Checksums.read(storage, "other")));
                case ASSEMBLE_OF -> storage.assemble("whole", List.of(new WrittenFile(PATH, 6, 0)));
                case LINK -> storage.link("other", PATH);
                case LINK_TO -> storage.link(PATH, "new");
                case SYNC -> storage.syncFolder(PATH);
            }
        }

        /** What its message names first. */
        String path() {
            return switch (this) {
                case LINK_TO -> "new";
                default -> PATH;
            };
        }
    }

    @BeforeEach
    void openBesideAVictim() throws IOException {
        root = folder.resolve("root");
        victim = folder.resolve("victim");
        storage = Storages.of(root.toString(), new Configuration(false));
        storage.createExclusive("other", "other".getBytes(UTF_8));
        for (String name : List.of("a.npy", "kitti/a.npy")) {
            Files.createDirectories(victim.resolve(name).getParent());
            Files.writeString(victim.resolve(name), "victim");
        }
        before = contents(victim);
    }

    /** Every path below a folder with its content, links not followed. */
    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                contents.put(folder.relativize(path).toString(), file ? Files.readString(path) : "");
            }
        }
        return contents;
    }

    /** Puts a link to the victim's folder, or to a file of it, at one depth of the path. */
    private Path plant(String at) throws IOException {
        Path link = root.resolve(at);
        Files.createDirectories(link.getParent());
        return Files.createSymbolicLink(
                link,
                switch (DEPTHS.indexOf(at)) {
                    case 0 -> Path.of("../victim");
                    case 1 -> victim.resolve("kitti");
                    default -> victim.resolve("a.npy");
                });
    }

    static Stream<Arguments> operationsAndDepths() {
        return Arrays.stream(Operation.values())
                .flatMap(operation -> DEPTHS.stream().map(depth -> Arguments.of(operation, depth)));
    }

    @ParameterizedTest
    @MethodSource("operationsAndDepths")
    void refuses(Operation operation, String at) throws IOException {
        Path link = plant(at);
        assertThatThrownBy(() -> operation.on(storage))
                .isInstanceOf(IOException.class)
                .hasMessage("[" + operation.path() + "] Cannot " + operation.doing + ": \"" + at
                        + "\" is a symbolic link, and none is followed here; remove it, or put what it leads to in its"
                        + " place");
        assertThat(contents(victim)).isEqualTo(before);
        assertThat(link).isSymbolicLink();
        assertThat(root)
                .isDirectoryNotContaining(path -> path.getFileName().toString().endsWith(".tmp"));
    }

    @ParameterizedTest
    @MethodSource("operationsAndDepths")
    void aSourceIsReadThroughLinksAndNotChangedThroughThem(Operation operation, String at) throws IOException {
        plant(at);
        Storage source = Storages.source(root.toUri(), new Configuration(false));
        switch (operation) {
            case STAT -> assertThat(source.stat(PATH).orElseThrow().bytes()).isEqualTo(6);
            case OPEN, READ_SMALL ->
                assertThat(source.readSmall(PATH, 6)).asString(UTF_8).isEqualTo("victim");
            case WALK -> assertThat(source.walk("")).extracting(FileEntry::path).contains(PATH);
            case NAMES -> assertThat(source.names(StoragePath.folder(PATH))).contains("a.npy");
            case ASSEMBLE_OF -> {
                operation.on(source);
                assertThat(root.resolve("whole")).hasContent("victim");
            }
            default -> assertThatThrownBy(() -> operation.on(source)).isInstanceOf(IOException.class);
        }
        assertThat(contents(victim)).isEqualTo(before);
    }

    @Test
    void aListingRefusesALinkAnywhereBelow() throws IOException {
        plant("v000001/kitti");
        for (String folder : List.of("", "v000001")) {
            assertThatThrownBy(() -> storage.walk(folder))
                    .hasMessageEndingWith(" Cannot list: \"v000001/kitti\" is a symbolic link, and none is followed"
                            + " here; remove it, or put what it leads to in its place");
        }
        Files.createSymbolicLink(root.resolve("v000001/.hidden"), victim);
        Files.delete(root.resolve("v000001/kitti"));
        assertThat(storage.walk("")).extracting(FileEntry::path).containsExactly("other");
        assertThat(storage.names("v000001")).containsExactly(".hidden");
    }

    @Test
    void whatIsToBeRemovedIsListedWithLinksAsTheyAre() throws IOException {
        Path link = plant("v000001/kitti");
        Files.createSymbolicLink(root.resolve("v000001/.nowhere"), Path.of("none"));
        assertThat(storage.walkWithHidden("v000001"))
                .extracting(FileEntry::path, FileEntry::bytes)
                .containsExactly(tuple("v000001/.nowhere", 4L), tuple("v000001/kitti", (long)
                        Files.readSymbolicLink(link).toString().length()));
        assertThat(storage.linkCount("v000001/kitti")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void deletesALinkItselfAndNothingBehindOne(Removal removal) throws IOException {
        for (String at : DEPTHS) {
            Path link = plant(at);
            if (!at.equals(PATH)) {
                assertThatThrownBy(() -> removal.on(storage, PATH))
                        .hasMessageStartingWith("[" + PATH + "] Cannot ")
                        .hasMessageContaining("\"" + at + "\" is a symbolic link");
            }
            removal.on(storage, at);
            assertThat(link).doesNotExist();
            assertThat(Files.isSymbolicLink(link)).isFalse();
            assertThat(contents(victim)).isEqualTo(before);
        }
    }

    /** What takes files away. */
    private enum Removal {
        DELETE,
        DELETE_TREE;

        void on(Storage storage, String path) throws IOException {
            switch (this) {
                case DELETE -> storage.delete(path);
                case DELETE_TREE -> storage.deleteTree(path);
            }
        }
    }

    @Test
    void deletesAFolderWithItsLinksAlone() throws IOException {
        write("v000001/kitti/b.npy");
        plant(PATH);
        Files.createSymbolicLink(root.resolve("v000001/folder"), victim);
        Files.createSymbolicLink(root.resolve("v000001/up"), Path.of(".."));
        storage.deleteTree("v000001");
        assertThat(storage.names("")).containsExactly("other");
        assertThat(contents(victim)).isEqualTo(before);
    }

    /** A link that takes a folder's place after the folder was looked at. */
    @Test
    void aFileThatIsBeingWrittenStaysInItsFolderWhateverTakesItsPlace() throws IOException {
        Path version = Files.createDirectory(root.resolve("v000001"));
        try (OutputFile file = storage.create("v000001/a.npy")) {
            file.write(ByteBuffer.wrap("ours".getBytes(UTF_8)));
            Files.move(version, root.resolve("moved"));
            Files.createSymbolicLink(version, victim);
            assertThatThrownBy(file::finish).isInstanceOf(IOException.class);
        }
        assertThat(contents(victim)).isEqualTo(before);
        assertThat(root.resolve("moved")).isEmptyDirectory();
    }

    @Test
    void aHeldFolderFollowsNoLinkAtAll() throws IOException {
        Path kitti = Files.createDirectories(root.resolve("v000001/kitti"));
        Path link = Files.createSymbolicLink(root.resolve("v000001/linked"), victim);
        Files.createSymbolicLink(kitti.resolve("a.npy"), victim.resolve("a.npy"));
        assertThatThrownBy(() -> HeldFolder.open(root, link)).isInstanceOf(IOException.class);
        try (HeldFolder held = HeldFolder.open(root, kitti)) {
            Files.move(kitti, root.resolve("moved"));
            Files.createSymbolicLink(kitti, victim);
            assertThatThrownBy(() -> held.read(Path.of("a.npy"))).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> held.create(Path.of("a.npy"))).isInstanceOf(IOException.class);
            held.create(Path.of("new")).close();
            held.replace(Path.of("new"), Path.of("a.npy"));
            assertThat(root.resolve("moved/a.npy")).isRegularFile().isEmptyFile();
            assertThat(held.deleteTree(Path.of("a.npy"))).isTrue();
            assertThat(held.deleteTree(Path.of("a.npy"))).isFalse();
        }
        assertThat(contents(victim)).isEqualTo(before);
    }

    @Test
    void theRootMayBeReachedThroughLinks() throws IOException {
        write("v000001/a.npy");
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), root);
        Storage linked = Storages.of(alias.toString(), new Configuration(false));
        linked.replace("v000001/b.npy", new byte[1]);
        linked.link("v000001/a.npy", "v000002/a.npy");
        assertThat(linked.walk(""))
                .extracting(FileEntry::path)
                .containsExactly("other", "v000001/a.npy", "v000001/b.npy", "v000002/a.npy");
        linked.deleteTree("v000001");
        assertThat(root.resolve("v000001")).doesNotExist();
    }

    private void write(String path) throws IOException {
        try (OutputFile file = storage.create(path)) {
            file.finish();
        }
    }
}

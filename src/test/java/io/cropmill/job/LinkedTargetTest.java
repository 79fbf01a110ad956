package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.config.SettingsException;
import io.cropmill.config.SettingsLoader;
import io.cropmill.crop.PaddedFile;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.report.Progress;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Links that somebody has put into a dataset: whatever command comes, nothing happens where they lead to. */
@Slow
class LinkedTargetTest {
    private static final String REFUSED =
            " is a symbolic link, and none is followed here; remove it, or put what it leads to in its place";

    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private Path target;
    private Path victim;
    private final Jobs jobs = new SparkJobs(Progress.silent());

    @BeforeAll
    static void rebuildTwice() throws IOException {
        for (int night = 1; night <= 2; night++) {
            PaddedFile.write(shared.resolve("source/kitti/a.npy"), 40, night, 3, 0, 40);
            PaddedFile.writeZeroPadded(shared.resolve("source/b.npy"), 40, 1, 3, 4);
            Rebuilds.run(uri(shared.resolve("source")), uri(shared.resolve("target")));
        }
    }

    @BeforeEach
    void copyAndMakeAVictim() throws IOException {
        target = folder.resolve("target");
        victim = folder.resolve("victim");
        try (Stream<Path> files = Files.walk(shared.resolve("target"))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(shared.resolve("target").relativize(file)));
            }
        }
        for (String name : List.of(
                "OWNER",
                "PUBLISHED",
                "manifest.json",
                "a.npy",
                "b.json",
                ".hidden.tmp",
                ".done/x.json",
                "deep/a.npy")) {
            Files.createDirectories(victim.resolve(name).getParent());
            Files.writeString(victim.resolve(name), "precious " + name);
        }
    }

    /** Where somebody puts a link, what it leads to, and which commands cannot do without what should be there. */
    private enum Plant {
        VERSION("v000999", "victim", Command.REBUILD, Command.EXPIRE, Command.ROLLBACK, Command.RETIRE, Command.WRITE),
        NEXT_VERSION("v000003", "victim", Command.REBUILD, Command.EXPIRE, Command.ROLLBACK, Command.RETIRE),
        RETIRED("retired", "victim", Command.EXPIRE, Command.ROLLBACK, Command.RETIRE),
        CERTIFICATE("retired/b.json", "victim/b.json", Command.ROLLBACK, Command.RETIRE),
        FOLDER_IN_OLD("v000001/deep", "victim", Command.ROLLBACK),
        FOLDER_IN_LIVE("v000002/deep", "victim", Command.REBUILD),
        JOURNAL("v000002/.done", "victim"),
        RECORDINGS("v000002/kitti", "victim/deep", Command.RETIRE, Command.EXPORT, Command.VALIDATE, Command.INSPECT),
        POINTS(
                "v000002/b.points.npy",
                "victim/a.npy",
                Command.REBUILD,
                Command.RETIRE,
                Command.EXPORT,
                Command.VALIDATE,
                Command.INSPECT),
        MANIFEST(
                "v000002/manifest.json",
                "victim/manifest.json",
                Command.REBUILD,
                Command.EXPIRE,
                Command.ROLLBACK,
                Command.RETIRE,
                Command.EXPORT,
                Command.VALIDATE,
                Command.INSPECT,
                Command.WRITE),
        OWNER("v000001/OWNER", "victim/OWNER", Command.ROLLBACK),
        REPORT("v000001/report", "victim", Command.ROLLBACK),
        LOCK("lock.000007", "victim/OWNER", Command.REBUILD, Command.EXPIRE, Command.ROLLBACK, Command.RETIRE),
        CURRENT(
                "CURRENT",
                "victim/OWNER",
                Command.REBUILD,
                Command.EXPIRE,
                Command.ROLLBACK,
                Command.RETIRE,
                Command.EXPORT,
                Command.INSPECT,
                Command.WRITE),
        PINS("pins", "victim", Command.EXPIRE),
        PIN("pins/reader", "victim/OWNER", Command.EXPIRE),
        NIGHTLY("nightly.json", "victim/b.json", Command.REBUILD),
        PRIVATE(".b.npy.0123456789abcdef.tmp", "victim/b.json"),
        PRIVATE_FOLDER(".token-x", "victim");

        private final String path;
        private final String leadsTo;
        private final Set<Command> refusing;

        Plant(String path, String leadsTo, Command... refusing) {
            this.path = path;
            this.leadsTo = leadsTo;
            this.refusing = Set.of(refusing);
        }
    }

    private enum Command {
        REBUILD,
        EXPIRE,
        ROLLBACK,
        RETIRE,
        EXPORT,
        VALIDATE,
        INSPECT,
        STATUS,
        /** Of a DataFrame. */
        WRITE
    }

    private JobOutcome run(Command command) throws IOException {
        URI source = uri(shared.resolve("source"));
        URI dataset = uri(target);
        Duration stale = Duration.ofMillis(200);
        return switch (command) {
            case REBUILD -> Rebuilds.run(source, dataset, Set.of(RebuildRequest.RebuildOption.FULL));
            case EXPIRE ->
                jobs.expire(new ExpireRequest(
                        dataset, new ExpiryRule(1, Duration.ZERO), stale, ExpireRequest.ExpireMode.REMOVE));
            case ROLLBACK -> jobs.rollback(new RollbackRequest(dataset, Optional.empty(), stale));
            case RETIRE ->
                jobs.retire(new RetireRequest(
                        source, dataset, List.of("b"), SettingsLoader.defaults(), RetireRequest.OnLoss.REFUSE));
            case EXPORT ->
                jobs.export(new ExportRequest(
                        dataset, Optional.empty(), List.of(), uri(folder.resolve("output")), Optional.empty()));
            case VALIDATE ->
                jobs.validate(new ValidateRequest(
                        source,
                        dataset,
                        SettingsLoader.defaults(),
                        Optional.of("v000002"),
                        Optional.empty(),
                        Optional.empty()));
            case INSPECT ->
                jobs.inspect(new InspectRequest(
                        List.of(new InspectRequest.InspectedSource(
                                new InspectRequest.Target(dataset, Optional.empty()), 1)),
                        SettingsLoader.defaults(),
                        OptionalLong.of(1 << 30),
                        0,
                        Set.of(InspectRequest.InspectOption.DEEP)));
            case STATUS -> jobs.status(new StatusRequest(dataset, StatusRequest.StatusFormat.TEXT));
            case WRITE -> written(source, dataset);
        };
    }

    private static JobOutcome written(URI source, URI dataset) {
        LocalSpark.start();
        SparkSession.builder()
                .getOrCreate()
                .read()
                .format("crops")
                .load(source.toString())
                .write()
                .format("crops")
                .mode("overwrite")
                .save(dataset.toString());
        return new JobOutcome(ExitCode.DONE, "");
    }

    private static URI uri(Path path) {
        return URI.create(path.toUri().toString().replaceFirst("/$", ""));
    }

    /** Every path below a folder, with the content of files. */
    private static Map<String, String> contents(Path folder) throws IOException {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.toList()) {
                boolean file = Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                contents.put(
                        folder.relativize(path).toString(),
                        file ? Files.readString(path, StandardCharsets.ISO_8859_1) : "");
            }
        }
        return contents;
    }

    static Stream<Arguments> plantsAndCommands() {
        return Stream.of(Plant.values())
                .flatMap(plant -> Stream.of(Command.values()).map(command -> Arguments.of(plant, command)));
    }

    /** Whatever a command has no need to look at does not stop it; {@code status} tells all in its place. */
    @ParameterizedTest
    @MethodSource("plantsAndCommands")
    void leaveWhatTheyLeadToAlone(Plant plant, Command command) throws IOException {
        Path link = target.resolve(plant.path);
        Files.createDirectories(link.getParent());
        if (Files.exists(link)) {
            Files.move(link, folder.resolve("moved"));
        }
        Files.createSymbolicLink(link, folder.resolve(plant.leadsTo));
        Map<String, String> before = contents(victim);
        String refusal = "";
        try {
            JobOutcome outcome = run(command);
            if (outcome.status() != ExitCode.DONE) {
                refusal = outcome.text();
                assertThat(refusal).containsPattern(refused(plant));
            }
        } catch (IOException | IllegalArgumentException | SettingsException e) {
            refusal = String.valueOf(e.getMessage());
            assertThat(refusal).matches(refused(plant));
            assertThat(command).isNotEqualTo(Command.STATUS);
        }
        if (plant.refusing.contains(command)) {
            assertThat(refusal).isNotEmpty();
        }
        assertThat(contents(victim)).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource(names = {"VERSION", "LOCK", "CURRENT", "PINS", "PIN", "NIGHTLY", "MANIFEST"})
    void statusTellsOfThem(Plant plant) throws IOException {
        Path link = target.resolve(plant.path);
        Files.createDirectories(link.getParent());
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, folder.resolve(plant.leadsTo));
        String told = run(Command.STATUS).text();
        assertThat(told).containsPattern("\nProblem: " + refused(plant) + "\n");
        assertThat(told.lines().filter(line -> line.contains("\"" + plant.path + "\"" + REFUSED)))
                .hasSize(1);
    }

    /** What a run reads or replaces at its end is looked at before the work begins. */
    @ParameterizedTest
    @EnumSource(names = {"NEXT_VERSION", "RETIRED", "LOCK", "CURRENT", "PINS", "NIGHTLY"})
    void aRebuildIsRefusedBeforeItsWork(Plant plant) throws IOException {
        Path link = target.resolve(plant.path);
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, folder.resolve(plant.leadsTo));
        Map<String, String> before = contents(target);
        assertThatThrownBy(() -> run(Command.REBUILD))
                .isInstanceOf(SettingsException.class)
                .hasMessage("[" + plant.path + "] Cannot look up: \"" + plant.path + "\"" + REFUSED);
        assertThat(contents(target)).isEqualTo(before);
    }

    private static String refused(Plant plant) {
        return "\\[.*] Cannot [^:]+: \"" + Pattern.quote(plant.path) + "\"" + REFUSED;
    }

    /** Removal takes a link for the small file that it is. */
    @ParameterizedTest
    @EnumSource(names = {"FOLDER_IN_OLD", "REPORT", "JOURNAL", "PRIVATE"})
    void expireRemovesTheLinksAlone(Plant plant) throws IOException {
        Path link = target.resolve(plant.path);
        if (Files.exists(link)) {
            Files.move(link, folder.resolve("moved"));
        }
        Files.createSymbolicLink(link, folder.resolve(plant.leadsTo));
        Map<String, String> before = contents(victim);
        assertThat(run(Command.EXPIRE).status()).isEqualTo(ExitCode.DONE);
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(contents(victim)).isEqualTo(before);
    }

    /** The folder of an export, of a sample or of a report may be a link; what lies in it is not followed. */
    @Test
    void whatIsWrittenElsewhereFollowsNoneEither() throws IOException {
        Map<String, String> before = contents(victim);
        Path output = Files.createDirectory(folder.resolve("output"));
        Files.createSymbolicLink(output.resolve("kitti"), victim);
        Files.createSymbolicLink(output.resolve("validation.json"), victim.resolve("b.json"));
        URI dataset = uri(target);
        assertThatThrownBy(() -> run(Command.EXPORT)).hasMessage("[kitti/a.npy] Cannot create: \"kitti\"" + REFUSED);
        assertThatThrownBy(() -> jobs.validate(new ValidateRequest(
                        uri(shared.resolve("source")),
                        dataset,
                        SettingsLoader.defaults(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(uri(output)))))
                .hasMessage("[validation.json] Cannot create: \"validation.json\"" + REFUSED);
        assertThat(contents(victim)).isEqualTo(before);
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), Files.createDirectory(folder.resolve("real")));
        jobs.validate(new ValidateRequest(
                uri(shared.resolve("source")),
                dataset,
                SettingsLoader.defaults(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(uri(alias))));
        assertThat(alias.resolve("validation.json")).isRegularFile();
    }

    /** As for any other damage: the other recordings are looked at, and exported. */
    @Test
    void aLinkInOneRecordingsPlaceStopsNoOther() throws IOException {
        Path points = target.resolve("v000002/b.points.npy");
        Files.move(points, folder.resolve("moved"));
        Files.createSymbolicLink(points, folder.resolve("moved"));
        String refused = "[v000002/b.points.npy] Cannot look up: \"v000002/b.points.npy\"" + REFUSED;
        JobOutcome exported = run(Command.EXPORT);
        assertThat(exported.status()).isEqualTo(ExitCode.BAD_RECORDINGS);
        assertThat(exported.text())
                .startsWith("Wrote 1 recording of 3 crops, ")
                .endsWith("Not written:\n" + refused + "\n");
        assertThat(folder.resolve("output/kitti/a.npy")).isRegularFile();
        JobOutcome validated = run(Command.VALIDATE);
        assertThat(validated.status()).isEqualTo(ExitCode.VALIDATION_FAILED);
        assertThat(validated.text()).contains("\nfailure: " + refused + "\n").contains("\nfailures         1\n");
        assertThat(run(Command.INSPECT).text()).contains("Cannot be read:\n  " + refused + "\n");
    }

    @Test
    void aSourceAndTheTargetItselfMayBeLinked() throws IOException {
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Files.createSymbolicLink(tree.resolve("kitti"), shared.resolve("source/kitti"));
        Files.createSymbolicLink(tree.resolve("c.npy"), shared.resolve("source/b.npy"));
        Path real = Files.createDirectory(folder.resolve("disk"));
        Path alias = Files.createSymbolicLink(folder.resolve("alias"), real);
        assertThat(Rebuilds.run(uri(tree), uri(alias)).status()).isEqualTo(ExitCode.DONE);
        assertThat(Rebuilds.data(real.resolve("v000001")))
                .containsKeys("c.npy", "c.points.npy", "kitti/a.npy", "kitti/a.raster.npy");
    }
}

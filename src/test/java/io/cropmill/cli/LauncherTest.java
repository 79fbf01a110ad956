package io.cropmill.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.cropmill.Slow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code jobs/cropmill} from a checkout with a space in its path, with programs that print how they are called. */
@Slow
class LauncherTest {
    private static final String OURS =
            "--conf spark.ui.showConsoleProgress=false --conf spark.executorEnv.LC_ALL=C.UTF-8"
                    + " --conf spark.yarn.appMasterEnv.LC_ALL=C.UTF-8 --conf spark.cropmill.command=again";
    private static final String METRICS = "--conf spark.plugins=io.cropmill.spark.MetricsPlugin";
    private static final String NO_UI = " --conf spark.ui.enabled=false";
    private static final String BEATS = " --conf spark.executor.heartbeatInterval=5s" + NO_UI;
    private static final String LOCAL = " --master local[*]" + BEATS + " --driver-memory 2g";

    @TempDir
    Path folder;

    private Path checkout;
    private final Map<String, String> environment = new HashMap<>();

    /** How a run ended, and what it printed on both streams. */
    private record Run(int code, String text) {}

    @BeforeEach
    void layOut() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "The launcher needs bash, and there is none in /bin");
        checkout = Files.createDirectories(folder.resolve("check out"));
        program(checkout.resolve("jobs/cropmill"), Files.readString(Path.of("jobs/cropmill")));
        write(checkout.resolve("jobs/launching.bash"), Files.readString(Path.of("jobs/launching.bash")));
        write(checkout.resolve("target/cropmill.jar"), "");
        Path spark = folder.resolve("my spark");
        program(spark.resolve("bin/spark-submit"), "#!/bin/bash\nprintf '<%s>' \"$@\"\n");
        environment.put("SPARK_HOME", spark.toString());
        environment.put("PATH", "/usr/bin:/bin");
        environment.put("CROPMILL_COMMAND", "again");
    }

    @Test
    void runsOnAllCoresOfThisMachine() throws Exception {
        assertThat(run("rebuild", "--source", "a b", "--target", ""))
                .isEqualTo(submitted(
                        OURS + " --name cropmill-rebuild" + LOCAL, "", "rebuild", "--source", "a b", "--target", ""));
    }

    @Test
    void handsWordsBeforeTheCommandToSpark() throws Exception {
        assertThat(run("--master=yarn", "-v", "--conf", "spark.app.name=x", "--supervise", "sample", "-v"))
                .isEqualTo(submitted(OURS, "--master=yarn -v --conf spark.app.name=x --supervise", "sample", "-v"));
        assertThat(run("--name", "mine", "--master", "local[2]", "--driver-memory", "1g", "sample"))
                .isEqualTo(submitted(OURS + BEATS, "--name mine --master local[2] --driver-memory 1g", "sample"));
        assertThat(run("--conf", "spark.master=local[3]", "-c", "spark.driver.memory=1g", "sample"))
                .isEqualTo(submitted(
                        OURS + " --name cropmill-sample" + BEATS,
                        "--conf spark.master=local[3] -c spark.driver.memory=1g",
                        "sample"));
    }

    @Test
    void leavesToThePropertiesFileWhatItSets() throws Exception {
        Path properties = write(
                folder.resolve("some.properties"), "# spark.app.name no\nspark.master  yarn\nspark.app.name=night\n");

        assertThat(run("--properties-file", properties.toString(), "sample"))
                .isEqualTo(submitted(OURS, "--properties-file " + properties, "sample"));

        write(folder.resolve("conf/spark-defaults.conf"), "spark.master local[1]\nspark.driver.memory\t3g\n");
        environment.put("SPARK_CONF_DIR", folder.resolve("conf").toString());
        assertThat(run("sample")).isEqualTo(submitted(OURS + " --name cropmill-sample" + BEATS, "", "sample"));

        write(
                folder.resolve("conf/spark-defaults.conf"),
                "spark.master local[1]\nspark.driver.memory 3g\nspark.executor.heartbeatInterval 7s\n");
        assertThat(run("sample")).isEqualTo(submitted(OURS + " --name cropmill-sample" + NO_UI, "", "sample"));

        write(
                folder.resolve("conf/spark-defaults.conf"),
                "spark.master local[1]\nspark.driver.memory 3g\nspark.executor.heartbeatInterval 7s\n"
                        + "spark.ui.port 4050\n");
        assertThat(run("sample")).isEqualTo(submitted(OURS + " --name cropmill-sample", "", "sample"));
    }

    @Test
    void setsTheEnvironmentOfALocalDriver() throws Exception {
        program(
                folder.resolve("my spark/bin/spark-submit"),
                "#!/bin/bash\necho \"$LC_ALL $SPARK_LOCAL_IP ${LOG4J_CONFIGURATION_FILE:-none} ${CROPMILL_COLUMNS:-none}\"\n");
        String log = checkout + "/conf/log4j2.properties";

        assertThat(run("sample").text()).isEqualTo("C.UTF-8 127.0.0.1 " + log + " none\n");
        assertThat(run("--master", "yarn", "sample").text()).isEqualTo("C.UTF-8  " + log + " none\n");
        assertThat(run("--master", "yarn", "--deploy-mode", "cluster", "sample").text())
                .isEqualTo("C.UTF-8  none none\n");
        assertThat(run("--driver-java-options", "-Dlog4j2.configurationFile=mine", "sample")
                        .text())
                .isEqualTo("C.UTF-8 127.0.0.1 none none\n");
        environment.put("SPARK_LOCAL_IP", "10.0.0.1");
        environment.put("LOG4J_CONFIGURATION_FILE", "mine");
        assertThat(run("sample").text()).isEqualTo("C.UTF-8 10.0.0.1 mine none\n");
    }

    @Test
    void sendsSettingsToADriverInTheCluster() throws Exception {
        write(folder.resolve("my.conf"), "cap = 9\n");

        assertThat(run("--deploy-mode", "cluster", "validate", "--config", "my.conf", "--config=none", "-v"))
                .isEqualTo(submitted(
                        OURS + " --name cropmill-validate" + LOCAL
                                + " --conf spark.standalone.submit.waitAppCompletion=true",
                        "--deploy-mode cluster",
                        "validate",
                        "--config",
                        "inline:my.conf:Y2FwID0gOQo=",
                        "--config=none",
                        "-v"));
    }

    @Test
    void fetchesTheExitCodeOfADriverInTheCluster() throws Exception {
        program(folder.resolve("my spark/bin/spark-submit"), """
                #!/bin/bash
                case " $* " in
                  *" --deploy-mode client "*" status --json --target /t "*) cat "$PWD/result" 2>/dev/null ;;
                  *" --deploy-mode client "*" rebuild --check --target /t "*) [ ! -f wrong ] || { cat wrong; exit 2; } ;;
                  *" rebuild --target "*) [ ! -f next ] || mv next result ;;
                esac
                """);
        String[] words = {"--deploy-mode", "cluster", "rebuild", "--target", "/t"};
        write(folder.resolve("next"), """
                  "code" : 5,
                  "result" : "x",
                  "message" : "[a\\\\b] \\"held\\", é\\u00e9\\nby: c=",
                  "ended" : "noon",
                """);

        assertThat(run(words))
                .isEqualTo(new Run(
                        5, "[a\\b] \"held\", éé\nby: c=\ncropmill: the rebuild ended at noon with exit code 5\n"));
        assertThat(run(words))
                .isEqualTo(new Run(
                        1, "cropmill: the driver ended without a result in nightly.json; what it printed says why\n"));
        write(folder.resolve("next"), "  \"code\" : 0,\n  \"ended\" : \"one\",\n");
        write(folder.resolve("wrong"), "cap must be at least 1 but was 0\n");
        assertThat(run(words)).isEqualTo(new Run(2, "cap must be at least 1 but was 0\n"));
        assertThat(folder.resolve("next")).exists();
    }

    @Test
    void handsOnThatItIsToldToEndWhileItWaitsForADriverInTheCluster() throws Exception {
        program(folder.resolve("my spark/bin/spark-submit"), """
                #!/bin/bash
                case " $* " in
                  *" --deploy-mode client "*) ;;
                  *) trap 'echo told; exit 143' TERM; kill -TERM $PPID; exec 3<>"$PWD/gate"; until read -r -u 3; do :; done ;;
                esac
                """);
        assertThat(new ProcessBuilder("mkfifo", folder.resolve("gate").toString())
                        .start()
                        .waitFor())
                .isZero();

        assertThat(run("--deploy-mode", "cluster", "rebuild", "--target", "/t"))
                .isEqualTo(new Run(
                        143,
                        "told\ncropmill: stopped by a signal; a driver that runs on the cluster goes on until it is ended"
                                + " there\n"));
    }

    @Test
    void whatRunsACommandAgainRunsItFromAnywhere() throws Exception {
        environment.remove("CROPMILL_COMMAND");
        program(
                folder.resolve("my spark/bin/spark-submit"),
                "#!/bin/bash\nfor word; do case $word in spark.cropmill.command=*) echo \"$word\" ;; esac; done\n");

        assertThat(run(
                                "--jars",
                                "x.jar,hdfs:///y.jar,/z.jar",
                                "--driver-class-path=k:/l",
                                "rebuild",
                                "--dry-run",
                                "--source",
                                "a 'b",
                                "--target=t",
                                "--config",
                                "/c",
                                "--set",
                                "cap=3")
                        .text())
                .isEqualTo("spark.cropmill.command=" + checkout.toString().replace(" ", "\\ ")
                        + "/jobs/cropmill --jars " + folder + "/x.jar\\,hdfs:///y.jar\\,/z.jar --driver-class-path="
                        + folder + "/k:/l rebuild --dry-run --source " + folder + "/a\\ \\'b --target=" + folder
                        + "/t --config /c --set cap=3\n");
    }

    @Test
    void aLogTellsTimeAndDataset() throws Exception {
        environment.put("CROPMILL_LOG_OF", "/t");
        environment.put("SPARK_HOME", "/nowhere");

        assertThat(run("sample").text())
                .matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z /t: cropmill: SPARK_HOME is"
                        + " /nowhere, but there is no bin/spark-submit in it; unset it to use the Spark in"
                        + " target/spark\n");
    }

    @Test
    void takesAJarThatIsElsewhere() throws Exception {
        environment.put("CROPMILL_JAR", "hdfs:///apps/cropmill.jar");

        assertThat(run("sample").text()).contains("<hdfs:///apps/cropmill.jar><sample>");
    }

    @Test
    void passesTheExitCodeThrough() throws Exception {
        program(folder.resolve("my spark/bin/spark-submit"), "#!/bin/bash\nexit 4\n");

        assertThat(run("rebuild")).isEqualTo(new Run(4, ""));
    }

    @Test
    void worksThroughSymbolicLinks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("first"), checkout.resolve("jobs/cropmill"));
        Path second = Files.createSymbolicLink(folder.resolve("second"), link.getFileName());

        assertThat(run(second, "sample")).isEqualTo(run("sample"));
    }

    @Test
    void startsTheEmbeddedSparkAsItsLauncherSays() throws Exception {
        environment.remove("SPARK_HOME");
        environment.put("JAVA_HOME", folder.resolve("my java").toString());
        Files.createDirectories(checkout.resolve("target/spark/jars"));
        program(folder.resolve("my java/bin/java"), """
                #!/bin/bash
                case $1 in
                  -Xmx128m) printf 'note\\n\\0\\n'; printf '%s\\0' "$0" --add-modules=jdk.incubator.vector "JVM OF $SPARK_HOME" "$@" ;;
                  *) printf '<%s>' "$@"; exit 3 ;;
                esac
                """);

        Run run = run("sample", "x y");

        assertThat(run)
                .isEqualTo(new Run(
                        3,
                        "note\n<JVM OF CHECKOUT/target/spark><-Xmx128m><-cp><CHECKOUT/target/spark/jars/*>"
                                        .replace("CHECKOUT", checkout.toString())
                                + "<org.apache.spark.launcher.Main><org.apache.spark.deploy.SparkSubmit>"
                                + submitted(OURS + " --name cropmill-sample" + LOCAL, "", "sample", "x y")
                                        .text()));
    }

    @Test
    void takesASparkThatIsLaidOutAsTheEmbeddedOne() throws Exception {
        Files.createDirectories(folder.resolve("laid out/jars"));
        environment.put("SPARK_HOME", folder.resolve("laid out").toString());
        environment.put("JAVA_HOME", folder.resolve("my java").toString());
        program(folder.resolve("my java/bin/java"), """
                #!/bin/bash
                case $1 in
                  -Xmx128m) printf '\\0'; printf '%s\\0' "$0" "JVM OF $SPARK_HOME $SPARK_SCALA_VERSION" ;;
                  *) printf '<%s>' "$@" ;;
                esac
                """);

        assertThat(run("sample").text()).isEqualTo("<JVM OF " + folder + "/laid out 2.13>");
    }

    @Test
    void helpsWithoutSpark() throws Exception {
        environment.put("JAVA_HOME", folder.resolve("java").toString());
        program(folder.resolve("java/bin/java"), "#!/bin/bash\nprintf '<%s>' \"$@\"\n");
        String jar = "<-jar><" + checkout + "/target/cropmill.jar>";

        assertThat(run("--master", "yarn", "rebuild", "--full", "--help").text())
                .isEqualTo(jar + "<rebuild><--full><--help>");
        assertThat(run("--version").text()).isEqualTo(jar + "<--version>");
        assertThat(run("--help").text()).startsWith("Usage: jobs/cropmill [spark-submit options] COMMAND [options]\n");
        assertThat(run("--help").code()).isZero();
        assertThat(run().text()).isEqualTo(run("--help").text());
        assertThat(run().code()).isEqualTo(2);
    }

    @Test
    void aJavaThatIsNotThereIsToldOnce() throws Exception {
        environment.put("JAVA_HOME", "/nope");
        Run told = new Run(2, "cropmill: JAVA_HOME is /nope, but there is no bin/java in it\n");
        assertThat(run("--version")).isEqualTo(told);
        assertThat(run("rebuild", "--help")).isEqualTo(told);
        environment.remove("SPARK_HOME");
        Files.createDirectories(checkout.resolve("target/spark/jars"));
        assertThat(run("sample")).isEqualTo(told);
    }

    @Test
    void saysWhatIsMissing() throws Exception {
        assertThat(run("--master", "yarn"))
                .isEqualTo(new Run(2, "cropmill: no COMMAND after --master yarn; see jobs/cropmill --help\n"));
        assertThat(run("--master"))
                .isEqualTo(new Run(2, "cropmill: --master needs a value; see jobs/cropmill --help\n"));

        environment.put("SPARK_HOME", "/nowhere");
        assertThat(run("sample"))
                .isEqualTo(new Run(
                        2,
                        "cropmill: SPARK_HOME is /nowhere, but there is no bin/spark-submit in it; unset it to use the"
                                + " Spark in target/spark\n"));
        environment.put("CROPMILL_JAR", "/nowhere.jar");
        assertThat(run("sample"))
                .isEqualTo(new Run(2, "cropmill: CROPMILL_JAR is /nowhere.jar, but there is no such file\n"));
    }

    private Run submitted(String ours, String theirs, String... words) {
        StringBuilder text = new StringBuilder();
        String jar = checkout + "/target/cropmill.jar";
        List<String> all = new ArrayList<>(List.of(ours.split(" ")));
        if (!theirs.isEmpty()) {
            all.addAll(List.of(theirs.split(" ")));
        }
        all.addAll(List.of(METRICS.split(" ")));
        all.addAll(List.of("--class", "io.cropmill.cli.Main", jar));
        all.addAll(List.of(words));
        all.forEach(word -> text.append('<').append(word).append('>'));
        return new Run(0, text.toString());
    }

    private Run run(String... words) throws IOException, InterruptedException {
        return run(checkout.resolve("jobs/cropmill"), words);
    }

    private Run run(Path launcher, String... words) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of("/bin/bash", launcher.toString()));
        line.addAll(List.of(words));
        ProcessBuilder builder =
                new ProcessBuilder(line).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), text);
    }

    private static void program(Path file, String text) throws IOException {
        Files.setPosixFilePermissions(write(file, text), PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static Path write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}

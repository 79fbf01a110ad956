package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.Shared;
import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's lines of Python, run as they stand there after each of three nights. */
@Slow
class ReadmeLinesTest {
    private static final int CAPACITY = 40;
    private static final String NAME = "\"drive-000/000000\"";

    @TempDir
    Path folder;

    @Test
    void openEveryRecordingAfterEachNight() throws IOException, InterruptedException {
        String python = Shared.python();
        Path source = folder.resolve("source");
        Path target = folder.resolve("target");
        int[] points = {3, 20, 0};
        for (int i = 0; i < points.length; i++) {
            PaddedFile.write(source.resolve("d/r" + i + ".npy"), CAPACITY, i, points[i], 1);
        }
        for (int night = 0; night < 3; night++) {
            points[night] = 30 + night;
            PaddedFile.write(source.resolve("d/r" + night + ".npy"), CAPACITY, 10 + night, points[night], 1);
            assertThat(Rebuilds.run(ManyRecordings.uri(source), ManyRecordings.uri(target))
                            .status())
                    .isEqualTo(ExitCode.DONE);
            StringBuilder script = new StringBuilder();
            for (int i = 0; i < points.length; i++) {
                script.append(lines(target, "\"d/r" + i + "\"")).append("print(len(crops), len(points))\n");
            }
            assertThat(output(python, script.toString()))
                    .isEqualTo(String.format("2 %d%n2 %d%n2 %d%n", points[0] + 1, points[1] + 1, points[2] + 1));
        }
    }

    private static String lines(Path target, String name) throws IOException {
        String readme = Files.readString(Path.of("README.md"));
        String fence = "```python\n";
        int start = readme.indexOf(fence) + fence.length();
        String lines = readme.substring(start, readme.indexOf("```", start));
        assertThat(lines).contains("\"/data/crops\"", NAME);
        return lines.replace("/data/crops", target.toString()).replace(NAME, name);
    }

    private static String output(String python, String script) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(python, "-c", script)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}

package io.cropmill.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cropmill.Slow;
import io.cropmill.crop.PaddedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays that hold no recording are refused with the sentence that says how to convert them. */
@Slow
class RefusedArraysTest {
    @TempDir
    Path folder;

    @BeforeEach
    void makeSource() throws IOException {
        Files.createDirectories(folder.resolve("source"));
    }

    private JobOutcome run(String... settings) throws IOException {
        return Rebuilds.run(
                folder.resolve("source").toUri(), folder.resolve("target").toUri(), settings);
    }

    private void array(String descr, String shape, int bytes) throws IOException {
        String header = "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }";
        Files.write(folder.resolve("source/a.npy"), PaddedFile.npy(header, new byte[bytes]));
    }

    @Test
    void saysHowToTakeAnArchiveApart() throws IOException {
        Files.write(folder.resolve("source/a.npz"), new byte[100]);
        assertThatThrownBy(this::run)
                .hasMessage(
                        "[a.npz] Expected recordings as .npy, but found an .npz archive; save the array of each to a"
                                + " file of its own: for name, array in numpy.load(path).items(): numpy.save(name, array)");
    }

    @Test
    void saysWhereThePointCountsOfAPlainArrayBelong() throws IOException {
        array("<f4", "(3, 5, 4)", 240);
        assertThatThrownBy(() -> run("source.point-fields=[\"xy:2\",height,intensity]"))
                .hasMessage(
                        "[a.npy] Expected the point counts of a plain array in a.counts.npy, but found no such file;"
                                + " numpy.save them there, one integer a crop, or drop the points at the end of each row that are all zero or"
                                + " all NaN with source.counts = infer");
    }

    @Test
    void saysHowToStackArraysOfOtherShapes() throws IOException {
        array("<f4", "(3, 2, 5, 4)", 480);
        assertThat(run().text())
                .contains(
                        "[a.npy] Expected a 1-D array of records (one row per crop) or a plain (crops, capacity, values)"
                                + " array, but found '<f4' of shape [3, 2, 5, 4]; stack the crops of a recording to one such"
                                + " array and numpy.save it");
    }

    @Test
    void refusesObjects() throws IOException {
        array("|O", "(3,)", 24);
        assertThat(run().text())
                .contains("Python objects, which only pickle can read")
                .contains("; convert the array to numbers");
    }
}

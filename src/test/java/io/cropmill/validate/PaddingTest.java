package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.Padding;
import io.cropmill.validate.ValidationReport.Finding;
import io.cropmill.validate.ValidationReport.Finding.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands behind the last real point of a padded row. */
class PaddingTest {
    private static final int COUNT = 5;

    @TempDir
    Path folder;

    private final ValidationSettings settings = Pairs.settings();

    @ParameterizedTest
    @ValueSource(strings = {"again", "last", "first", "mixed", "zero"})
    void copiesOfRealPointsAreUsual(String how) throws IOException {
        assertThat(messages(validated(settings, slot -> from(how, slot)))).isEmpty();
    }

    private static int from(String how, int slot) {
        return switch (how) {
            case "again" -> slot % COUNT;
            case "last" -> COUNT - 1;
            case "first" -> 0;
            case "mixed" -> slot * 7 % 3 + 1;
            default -> -1;
        };
    }

    @Test
    void warnsOfWhatIsNeitherZeroNorACopy() throws IOException {
        ValidationReport report = validated(settings, slot -> slot == 9 ? 100 : 2);

        assertThat(messages(report))
                .containsExactly(
                        "[a.npy] Expected zeros or a copy of a real point as xy in slot 9 of row 1, behind its 5"
                                + " points, but found other values; is the count too low?");
        assertThat(report.findings())
                .singleElement()
                .extracting(Finding::severity, Finding::kind, Finding::row, Finding::place)
                .containsExactly(Severity.WARNING, "padding", 1L, "slot 9 field xy");
        assertThat(report.equal()).isTrue();
    }

    @Test
    void refusesCopiesWhereZerosAreAskedFor() throws IOException {
        ValidationSettings zero = new ValidationSettings(
                settings.fields(),
                settings.cap(),
                settings.seed(),
                settings.layout(),
                settings.rasters(),
                1,
                Padding.ZERO,
                null);

        ValidationReport report = validated(zero, slot -> slot < 7 ? -1 : 2);

        assertThat(messages(report))
                .containsExactly("[a.npy] Expected zeros as xy in slot 7 of row 1, behind its 5 points, but found other"
                        + " values; is the count too low?");
        assertThat(report.equal()).isFalse();
        assertThat(report.totals().failures()).isEqualTo(1);
    }

    /** A recording whose middle row is padded with what stands in other slots; -1 is zero, 100 something else. */
    private ValidationReport validated(ValidationSettings wanted, IntUnaryOperator fromSlot) throws IOException {
        Pairs pairs = new Pairs(folder);
        pairs.writeSource("a", 9, 3, COUNT, Pairs.CAPACITY);
        Path path = pairs.sourceFolder.resolve("a.npy");
        byte[] file = Files.readAllBytes(path);
        int row = Pairs.dataOffset(file) + Pairs.ROW_BYTES;
        for (int slot = COUNT; slot < Pairs.CAPACITY; slot++) {
            copy(file, row, 8, fromSlot.applyAsInt(slot), slot);
            copy(file, row + 8 * Pairs.CAPACITY, 4, fromSlot.applyAsInt(slot), slot);
            copy(file, row + 12 * Pairs.CAPACITY, 4, fromSlot.applyAsInt(slot), slot);
        }
        Files.write(path, file);
        pairs.build(wanted, "v000001");
        return pairs.validate(wanted, 2);
    }

    private static void copy(byte[] file, int field, int size, int from, int to) {
        for (int i = 0; i < size && from >= 0; i++) {
            file[field + to * size + i] = from == 100 ? (byte) (17 + i) : file[field + from * size + i];
        }
    }
}

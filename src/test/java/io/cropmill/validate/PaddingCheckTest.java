package io.cropmill.validate;

import static io.cropmill.validate.Pairs.messages;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.config.Settings.PaddingRule;
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
class PaddingCheckTest {
    private static final int COUNT = 5;
    private static final int OTHER = 100;
    private static final int NAN = 101;

    /** The first half of each field is NaN; the other is zero where it has one. */
    private static final int HALF_NAN = 102;

    private static final int MINUS_ZERO = 103;

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
        ValidationReport report = validated(settings, slot -> slot == 9 ? OTHER : 2);

        assertThat(messages(report))
                .containsExactly(
                        "[a.npy] Expected zeros, NaN or a copy of a real point as xy in slot 9 of row 1, behind its 5"
                                + " points, but found other values; is the count too low?");
        assertThat(report.findings())
                .singleElement()
                .extracting(
                        Finding::severity,
                        finding -> finding.subject().kind(),
                        finding -> finding.subject().row(),
                        Finding::place)
                .containsExactly(Severity.WARNING, "padding", 1L, "slot 9 field xy");
        assertThat(report.equal()).isTrue();
    }

    @Test
    void minusZeroIsZero() throws IOException {
        assertThat(messages(validated(settings, slot -> slot % 2 == 0 ? MINUS_ZERO : -1)))
                .isEmpty();
        assertThat(messages(validated(zeroWanted(), slot -> MINUS_ZERO))).isEmpty();
    }

    @Test
    void takesNaNForPadding() throws IOException {
        assertThat(messages(validated(settings, slot -> slot % 2 == 0 ? NAN : -1)))
                .isEmpty();
    }

    @Test
    void warnsOfSlotsThatAreNaNOnlyInPart() throws IOException {
        assertThat(messages(validated(settings, slot -> slot == 8 ? HALF_NAN : NAN)))
                .containsExactly(
                        "[a.npy] Expected zeros, NaN or a copy of a real point as xy in slot 8 of row 1, behind its 5"
                                + " points, but found other values; is the count too low?");
    }

    @Test
    void refusesNaNWhereZerosAreAskedFor() throws IOException {
        ValidationReport report = validated(zeroWanted(), slot -> NAN);

        assertThat(messages(report))
                .containsExactly("[a.npy] Expected zeros as xy in slot 5 of row 1, behind its 5 points, but found other"
                        + " values; is the count too low?");
        assertThat(report.totals().failures()).isEqualTo(1);
    }

    @Test
    void refusesCopiesWhereZerosAreAskedFor() throws IOException {
        ValidationReport report = validated(zeroWanted(), slot -> slot < 7 ? -1 : 2);

        assertThat(messages(report))
                .containsExactly("[a.npy] Expected zeros as xy in slot 7 of row 1, behind its 5 points, but found other"
                        + " values; is the count too low?");
        assertThat(report.equal()).isFalse();
        assertThat(report.totals().failures()).isEqualTo(1);
    }

    private ValidationSettings zeroWanted() {
        return new ValidationSettings(settings.fields(), settings.recipe(), 1, PaddingRule.ZERO, null);
    }

    /** A recording whose middle row is padded with what stands in other slots; -1 is zero, the constants something else. */
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
            byte nan = (byte) (i % 4 == 3 ? 0x7f : i % 4 == 2 ? 0xc0 : 0);
            file[field + to * size + i] = switch (from) {
                case OTHER -> (byte) (17 + i);
                case NAN -> nan;
                case MINUS_ZERO -> (byte) (i % 4 == 3 ? 0x80 : 0);
                case HALF_NAN -> i < 4 ? nan : 0;
                default -> file[field + from * size + i];
            };
        }
    }
}

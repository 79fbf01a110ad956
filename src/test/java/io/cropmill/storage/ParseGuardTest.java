package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ParseGuardTest {
    private static final ParseGuard.DamageErrorFactory REFUSAL =
            (found, cause) -> new IOException("[a.json] Expected JSON, but it is damaged: " + found, cause);

    private static int nested(int depth) {
        return depth < 0 ? 0 : 1 + nested(depth + 1);
    }

    @Test
    void givesTheResult() throws IOException {
        assertThat(ParseGuard.parse(() -> 7, REFUSAL)).isEqualTo(7);
    }

    @Test
    void whatNestsWithoutEndIsTheFilesFault() {
        assertThatThrownBy(() -> ParseGuard.parse(() -> nested(0), REFUSAL))
                .isInstanceOf(IOException.class)
                .hasMessage("[a.json] Expected JSON, but it is damaged: it is nested too deeply")
                .hasNoCause();
    }

    @Test
    void anArrayThatNoMemoryHoldsIsTheFilesFault() {
        assertThatThrownBy(() -> ParseGuard.parse(() -> new long[Integer.MAX_VALUE], REFUSAL))
                .hasMessage("[a.json] Expected JSON, but it is damaged: it declares more than memory holds")
                .hasNoCause();
    }

    @Test
    void aSlipOfTheParserIsTheFilesFault() {
        assertThatThrownBy(() -> ParseGuard.parse(() -> new byte[Integer.parseInt("-3")], REFUSAL))
                .hasMessage("[a.json] Expected JSON, but it is damaged: -3")
                .hasCauseInstanceOf(NegativeArraySizeException.class);
    }

    @Test
    void whatTheParserSaysItselfStays() {
        EOFException said = new EOFException("[a.json] Expected more");
        assertThatThrownBy(() -> ParseGuard.parse(
                        () -> {
                            throw said;
                        },
                        REFUSAL))
                .isSameAs(said);
    }
}

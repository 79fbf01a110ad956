package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The names of fields that a pair does not hold. */
class LossTest {
    @Test
    void namesKeepParenthesesOfTheirOwn() {
        List<String> fields = List.of(
                "a (x) (text)", "a (y) (text)", "center (('<f8', (3,)))", "\n (list (of (text)))", "[label]", "(b)");
        assertThat(new Loss(0, 0, 0, fields).fieldNames())
                .containsExactly("a (x)", "a (y)", "center", "\n", "[label]", "(b)");
    }
}

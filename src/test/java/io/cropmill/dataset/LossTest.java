package io.cropmill.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.crop.LeftOutField;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The fields that a pair does not hold. */
class LossTest {
    @Test
    void comparesNamesHoweverTypesAreCalled() {
        Loss ours = loss(new LeftOutField("a (x)", "text"), new LeftOutField("[label]", ""));
        Loss theirs = loss(new LeftOutField("a (x)", "a string"), new LeftOutField("[label]", "<i4"));

        assertThat(ours.comparable()).isEqualTo(theirs.comparable());
        assertThat(ours.comparable())
                .isNotEqualTo(loss(new LeftOutField("a", "text")).comparable());
        assertThat(ours.words()).isEqualTo("the fields a (x) (text), [label], which the settings leave out");
    }

    private static Loss loss(LeftOutField... fields) {
        return new Loss(0, 0, 0, List.of(fields));
    }
}

package io.cropmill.raster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ComponentTest {
    @Test
    void readsAFieldWithAndWithoutAnIndex() {
        assertThat(Component.parse("height")).isEqualTo(new Component("height", 0));
        assertThat(Component.parse("xy.1")).isEqualTo(new Component("xy", 1));
    }

    @Test
    void takesTheFirstOfSeveralWithoutItsIndex() {
        assertThat(Component.parse("xy.0")).isEqualTo(Component.parse("xy")).hasToString("xy");
    }

    @Test
    void keepsDotsWhereNoIndexFollows() {
        assertThat(Component.parse("a.b")).isEqualTo(new Component("a.b", 0)).hasToString("a.b");
        assertThat(Component.parse("a.1.0")).isEqualTo(new Component("a.1", 0)).hasToString("a.1.0");
        assertThat(Component.parse("xy.01")).isEqualTo(new Component("xy.01", 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "xy.", " height", "height ", "a(b", "a)"})
    void refusesWhatCannotBeAField(String text) {
        assertThatThrownBy(() -> Component.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Expected a component such as height or xy.0, but found \"" + text + "\"");
    }

    @Test
    void refusesANegativeIndex() {
        assertThatThrownBy(() -> new Component("xy", -1))
                .hasMessage("Expected an index of 0 or more into xy, but found -1");
    }

    @Property
    void readsBackWhatItPrints(
            @ForAll @AlphaChars @Chars({'.', '_', '0', '7', '雪'}) @StringLength(min = 1, max = 8) String field,
            @ForAll @IntRange(max = 999_999_999) int index) {
        Component component = new Component("f" + field + "_", index);
        assertThat(Component.parse(component.toString())).isEqualTo(component);
        Component numbered = new Component(component + ".3", index);
        assertThat(Component.parse(numbered.toString())).isEqualTo(numbered);
    }
}

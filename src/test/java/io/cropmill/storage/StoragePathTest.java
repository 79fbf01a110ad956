package io.cropmill.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class StoragePathTest {
    @Property
    void theOrderIsThatOfTheUtf8Bytes(@ForAll String left, @ForAll String right) {
        String a = new String(left.getBytes(UTF_8), UTF_8);
        String b = new String(right.getBytes(UTF_8), UTF_8);
        assertThat(Integer.signum(StoragePath.UTF8_ORDER.compare(a, b)))
                .isEqualTo(Integer.signum(Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8))));
    }

    @Property
    void halfACharacterIsWhatNoEncoderTakes(@ForAll String text) {
        assertThat(StoragePath.hasLoneSurrogate(text))
                .isEqualTo(!UTF_8.newEncoder().canEncode(text));
    }

    @Test
    void refusesWhatNoFileSystemCanName() {
        assertThatThrownBy(() -> StoragePath.check("a\0b"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Path must be without NUL characters but was \"a\0b\"");
        assertThatThrownBy(() -> StoragePath.check("a\uD800b"))
                .hasMessage("Path must be writable as UTF-8 but was \"a\uD800b\"");
    }

    @Test
    void splitsAndJoins() {
        assertThat(StoragePath.name("a/b/c")).isEqualTo("c");
        assertThat(StoragePath.folder("a/b/c")).isEqualTo("a/b");
        assertThat(StoragePath.folder("c")).isEmpty();
        assertThat(StoragePath.join("", "c")).isEqualTo("c");
        assertThat(StoragePath.join("a/b", "c")).isEqualTo("a/b/c");
    }
}

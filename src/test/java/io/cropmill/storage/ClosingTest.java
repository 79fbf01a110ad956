package io.cropmill.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    private Closeable refusing(String name) {
        return () -> {
            closed.add(name);
            throw new IOException(name);
        };
    }

    @Test
    void tellsOfAFailureToCloseBesideWhatWentWrongFirst() {
        IOException failure = new IOException("[a] Expected b");

        Closing.after(failure, refusing("first"));
        Closing.after(failure, () -> {
            throw new IllegalStateException("second");
        });

        assertThat(failure).hasMessage("[a] Expected b");
        assertThat(failure.getSuppressed()).extracting(Throwable::getMessage).containsExactly("first", "second");
    }

    @Test
    void closesAllWhicheverFail() {
        assertThatThrownBy(() -> Closing.all(List.of(refusing("first"), () -> closed.add("fine"), refusing("second"))))
                .isInstanceOf(IOException.class)
                .hasMessage("first")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .extracting(Throwable::getMessage)
                        .containsExactly("second"));
        assertThat(closed).containsExactly("first", "fine", "second");
    }
}

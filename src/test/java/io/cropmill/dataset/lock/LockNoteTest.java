package io.cropmill.dataset.lock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.dataset.Nights;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockNoteTest {
    @Test
    void isReadAsItWasWritten() {
        LockNote note = LockNote.begin("rebuild", Nights.OWNER, 10_000).next().asReleased();
        assertThat(LockNote.parse(note.content())).contains(note);
        assertThat(note.beat()).isEqualTo(2);
        assertThat(note.holder()).isEqualTo("rebuild of ann on host (pid 42) since 2026-01-31T02:00:00Z");
        assertThat(LockNote.begin("rebuild", Nights.OWNER, 1).run()).isNotEqualTo(note.run());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "[]",
                "{}",
                "{\"run\":1}",
                "{\"run\":\"a\"}",
                "{\"run\":\"a\",\"host\":\"h\",\"pid\":1,\"user\":\"u\",\"time\":\"now\"}",
                "{\"run\":\"a\",\"host\":\"h\",\"pid\":\"1\",\"user\":\"u\",\"time\":\"2026-01-31T02:00:00Z\"}",
            })
    void isNothingWhereNoHolderWroteIt(String content) {
        assertThat(LockNote.parse(content.getBytes(UTF_8))).isEmpty();
    }
}

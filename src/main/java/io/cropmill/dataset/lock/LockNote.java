package io.cropmill.dataset.lock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What a lock's file says, in one line of JSON.
 *
 * @param run tells this holder from every other, in this process too
 * @param doing the command, {@code rebuild}
 * @param owner who, and since when
 * @param beatMillis how often the holder means to move {@code beat}
 * @param beat grows as long as the holder lives
 * @param released true once the holder is done
 */
public record LockNote(String run, String doing, Owner owner, long beatMillis, long beat, boolean released) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** A holder that begins now. */
    public static LockNote begin(String doing, Owner owner, long beatMillis) {
        String run = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
        return new LockNote(run, doing, owner, beatMillis, 0, false);
    }

    LockNote next() {
        return new LockNote(run, doing, owner, beatMillis, beat + 1, released);
    }

    LockNote asReleased() {
        return new LockNote(run, doing, owner, beatMillis, beat + 1, true);
    }

    public byte[] content() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("run", run).put("doing", doing);
        owner.putInto(node);
        node.put("beat_ms", beatMillis).put("beat", beat).put("released", released);
        return (node + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Nothing for what no holder wrote; such a lock is held by an unknown run. */
    static Optional<LockNote> parse(byte[] content) {
        try {
            JsonNode node = MAPPER.readTree(content);
            if (node == null || !node.path("run").isTextual()) {
                return Optional.empty();
            }
            return Owner.parse(node)
                    .map(owner -> new LockNote(
                            node.path("run").textValue(),
                            node.path("doing").asText("unknown"),
                            owner,
                            Math.max(0, node.path("beat_ms").asLong()),
                            node.path("beat").asLong(),
                            node.path("released").asBoolean()));
        } catch (IOException | DateTimeException e) {
            return Optional.empty();
        }
    }

    /** {@code rebuild of ann on node7 (pid 42) since 2026-01-31T02:00:00Z}. */
    public String holder() {
        return VisibleText.of(doing + " of " + owner.describe());
    }
}

package io.cropmill.dataset.lock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/**
 * Who claimed something, for a person who wonders.
 *
 * @param host name of the machine that the driver runs on
 * @param pid process id there
 * @param user as the operating system knows it
 * @param time of the claim
 */
public record Owner(String host, long pid, String user, Instant time) {
    private static final JsonMapper MAPPER = new JsonMapper();

    /** This process, now. */
    public static Owner here() {
        return new Owner(
                hostName(), ProcessHandle.current().pid(), System.getProperty("user.name", "unknown"), Instant.now());
    }

    /** One line of JSON. */
    public byte[] content() {
        return content(MAPPER.createObjectNode());
    }

    /** What OWNER holds in the folder of a version that was claimed: one line of JSON. */
    public byte[] claiming(String version) {
        return content(MAPPER.createObjectNode().put("version", version));
    }

    private byte[] content(ObjectNode node) {
        putInto(node);
        return (node + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The version that OWNER's content is the claim of, empty where it names none; nothing for what no run wrote. */
    public static Optional<String> claimed(byte[] content) {
        try {
            JsonNode node = MAPPER.readTree(content);
            return parse(node).map(owner -> node.path("version").asText());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void putInto(ObjectNode node) {
        node.put("host", host).put("pid", pid).put("user", user).put("time", time.toString());
    }

    /** Nothing where a part is missing; others are ignored. */
    static Optional<Owner> parse(JsonNode node) {
        Instant time;
        try {
            time = Instant.parse(node.path("time").asText());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
        boolean whole = node.path("host").isTextual()
                && node.path("pid").isIntegralNumber()
                && node.path("user").isTextual();
        return whole
                ? Optional.of(new Owner(
                        node.path("host").textValue(),
                        node.path("pid").longValue(),
                        node.path("user").textValue(),
                        time))
                : Optional.empty();
    }

    /** {@code ann on node7 (pid 42) since 2026-01-31T02:00:00Z}. */
    String describe() {
        return user + " on " + host + " (pid " + pid + ") since " + time;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            // A container may have a name that nothing resolves.
            return System.getenv().getOrDefault("HOSTNAME", "unknown");
        }
    }
}

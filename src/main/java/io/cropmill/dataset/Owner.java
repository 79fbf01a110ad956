package io.cropmill.dataset;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

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
    byte[] content() {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("host", host).put("pid", pid).put("user", user).put("time", time.toString());
        return (node + "\n").getBytes(StandardCharsets.UTF_8);
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

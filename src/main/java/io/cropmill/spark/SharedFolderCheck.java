package io.cropmill.spark;

import io.cropmill.dataset.lock.DatasetLock;
import io.cropmill.storage.Storage;
import io.cropmill.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Whether a JVM sees the same {@code file:} folders as the driver. The driver writes a token, a file of random content,
 * into the folder of the lock that it holds in the target; every executor JVM looks for it, and for some of the listed
 * source files, before its first work of a run. A folder of the same name on another machine's disk is thereby found out.
 *
 * @param run random, the content of the token
 * @param token path in the target; empty where the target is not on {@code file:}
 * @param probes source files, of which one must be there; empty where the source is not on {@code file:}
 */
public record SharedFolderCheck(String run, String token, List<String> probes) implements Serializable {
    private static final Set<String> CHECKED = ConcurrentHashMap.newKeySet();
    private static final String TOKEN = "token";
    private static final int LIMIT = 1024;

    /** Nothing to look for. */
    public static final SharedFolderCheck CLEAR = new SharedFolderCheck("", "", List.of());

    /** Writes the token. */
    public static SharedFolderCheck open(Storage source, Storage target, DatasetLock lock, List<String> probes)
            throws IOException {
        String run = UUID.randomUUID().toString();
        String token = Storages.isLocal(target.root()) ? lock.keep(TOKEN, run.getBytes(StandardCharsets.UTF_8)) : "";
        return new SharedFolderCheck(run, token, Storages.isLocal(source.root()) ? probes : List.of());
    }

    /** Ends the run; the token goes with the lock. */
    public void close() {
        CHECKED.remove(run);
    }

    /** True if there is anything to look for. */
    boolean matters() {
        return !token.isEmpty() || !probes.isEmpty();
    }

    /** Refuses work in a JVM that does not see what the driver sees; looks once a JVM. */
    void require(Storage source, Storage target) throws IOException {
        if (matters() && !CHECKED.contains(run)) {
            Optional<String> refusal = refusal(source, target);
            if (refusal.isPresent()) {
                throw new IOException(refusal.get());
            }
            CHECKED.add(run);
        }
    }

    /** What this JVM does not see, or nothing. */
    Optional<String> refusal(Storage source, Storage target) throws IOException {
        if (!token.isEmpty() && !hasToken(target)) {
            return Optional.of(refused(target, "target", "the file " + token + " that the driver has just written"));
        }
        if (probes.isEmpty()) {
            return Optional.empty();
        }
        for (String probe : probes) {
            if (source.stat(probe).isPresent()) {
                return Optional.empty();
            }
        }
        return Optional.of(refused(source, "source", "its file " + probes.get(0)));
    }

    private boolean hasToken(Storage target) throws IOException {
        return target.stat(token).isPresent()
                && new String(target.readSmall(token, LIMIT), StandardCharsets.UTF_8).equals(run);
    }

    private static String refused(Storage folder, String which, String expected) {
        return "[" + folder.root() + "] Expected the " + which + " of the driver, but the executor on " + host()
                + " does not see " + expected + "; mount the folder on every host under the same path, or use hdfs:";
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "an unknown host";
        }
    }
}

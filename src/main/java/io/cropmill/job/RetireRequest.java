package io.cropmill.job;

import io.cropmill.config.Settings;
import java.net.URI;
import java.util.List;

/**
 * Recordings whose source shall no longer be needed.
 *
 * @param source folder of recordings, absolute, without a trailing slash
 * @param target dataset, absolute, without a trailing slash
 * @param recordings their names
 * @param settings how to read the source
 * @param onLoss what to do where a source holds what the dataset does not
 */
public record RetireRequest(URI source, URI target, List<String> recordings, Settings settings, OnLoss onLoss) {
    /** What to do where a source holds what the dataset does not. */
    public enum OnLoss {
        /** Retire nothing, and list it. */
        REFUSE,
        /** Write it into the certificates. */
        ACCEPT
    }

    public RetireRequest {
        recordings = List.copyOf(recordings);
    }
}

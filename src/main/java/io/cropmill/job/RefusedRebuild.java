package io.cropmill.job;

import io.cropmill.config.SettingsException;
import java.net.URI;

/**
 * A rebuild whose settings could not be read.
 *
 * @param source folder of recordings, absolute, without a trailing slash
 * @param target dataset, absolute, without a trailing slash
 * @param reason all that is wrong
 */
public record RefusedRebuild(URI source, URI target, SettingsException reason) {}

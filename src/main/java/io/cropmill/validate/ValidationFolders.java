package io.cropmill.validate;

import io.cropmill.plain.PlainFolder;
import org.jspecify.annotations.Nullable;

/**
 * Where a validation reads, each folder through openers of its own.
 *
 * @param source folder of the recordings
 * @param target folder of the files written from them
 * @param against folder of the user's own grids; null if there are none to compare with
 */
public record ValidationFolders(
        PlainFolder source, PlainFolder target, @Nullable PlainFolder against) {}

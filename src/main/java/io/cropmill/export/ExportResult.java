package io.cropmill.export;

import io.cropmill.storage.WrittenFile;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What became of a recording: its file, or what is wrong with its pair.
 *
 * @param recording its name
 */
public record ExportResult(
        String recording,
        @Nullable WrittenFile file,
        long crops,
        @Nullable String problem) implements Serializable {}

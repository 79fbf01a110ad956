package io.cropmill.rebuild;

import io.cropmill.storage.FileEntry;
import java.io.Serializable;

/**
 * A recording as the listing found it.
 *
 * @param name its path under the source root without the extension
 * @param file the file that holds it
 */
public record SourceRecording(String name, FileEntry file) implements Serializable {}

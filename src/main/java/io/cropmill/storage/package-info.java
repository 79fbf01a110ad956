/**
 * Folders on local disk and on Hadoop file systems: the only room that writes datasets, and reads them for all but the proof.
 *
 * <p>Comes in: a location ({@link io.cropmill.storage.Storages}) and paths relative to it. Goes out: listings, channels
 * that read fully, files that appear whole under their name or not at all, CRC32C of what was written. Refuses: paths
 * that leave the folder, symbolic links below it (save to read a source), names that a file system cannot hold, and
 * replacing a published file.
 */
@NullMarked
package io.cropmill.storage;

import org.jspecify.annotations.NullMarked;

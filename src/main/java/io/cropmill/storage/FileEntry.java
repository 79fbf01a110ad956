package io.cropmill.storage;

/**
 * A file as it was found.
 *
 * @param path relative to the storage's root
 * @param bytes length
 * @param modifiedMillis modification time
 * @param identity changes whenever the file is another file or was written to, as far as the file system tells: inode
 *     and change time on local disk, file id on HDFS, else empty
 */
public record FileEntry(String path, long bytes, long modifiedMillis, String identity) {}

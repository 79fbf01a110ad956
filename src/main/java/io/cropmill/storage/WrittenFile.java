package io.cropmill.storage;

import java.io.Serializable;

/**
 * A published file.
 *
 * @param path relative to the storage's root
 * @param bytes length
 * @param crc32c of all bytes (Castagnoli)
 */
public record WrittenFile(String path, long bytes, int crc32c) implements Serializable {}

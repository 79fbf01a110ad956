package io.cropmill.config;

/** By what a source file is known to have changed. */
public enum Fingerprint {
    /** By length, modification time and identity (file id on HDFS, inode and change time on local disk). */
    STAT,
    /** By the SHA-256 of all its bytes, which are read every night. */
    CONTENT
}

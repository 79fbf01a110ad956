package io.cropmill.storage;

import java.io.IOException;

/** A step on a file system. */
@FunctionalInterface
interface IoCall<T> {
    T run() throws IOException;

    /** Runs a step; its failure tells the path. */
    static <T> T at(String path, String doing, IoCall<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            throw Failures.at(path, doing, e);
        }
    }
}

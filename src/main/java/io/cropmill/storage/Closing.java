package io.cropmill.storage;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;

/** Closes without hiding what went wrong first: a failure to close is told beside it. */
public final class Closing {
    private Closing() {}

    /** Closes what a failure leaves open; the failure is the caller's to throw. */
    public static void after(Exception failure, Closeable open) {
        try {
            open.close();
        } catch (IOException | RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Closes each of them, whichever fail, and throws the first failure. */
    public static void all(Collection<? extends Closeable> open) throws IOException {
        Exception failure = null;
        for (Closeable each : open) {
            try {
                each.close();
            } catch (IOException | RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof IOException e) {
            throw e;
        }
        if (failure instanceof RuntimeException e) {
            throw e;
        }
    }
}

package io.cropmill.dataset.lock;

import java.time.Duration;

/**
 * A daemon thread that does something again and again, until that says that it is done or this is closed; no interrupt
 * ends it.
 */
final class Heartbeat implements AutoCloseable {
    /** A file system that hangs must not delay the end of a run; the daemon ends with the JVM. */
    private static final long JOIN_MILLIS = 30_000;

    /** One beat; false ends the thread. */
    interface Beat {
        boolean next();
    }

    private final Thread thread;
    private boolean stopped;

    private Heartbeat(String name, Duration every, Beat beat) {
        this.thread = new Thread(() -> run(every, beat), name);
        thread.setDaemon(true);
    }

    static Heartbeat start(String name, Duration every, Beat beat) {
        Heartbeat heartbeat = new Heartbeat(name, every, beat);
        heartbeat.thread.start();
        return heartbeat;
    }

    private void run(Duration every, Beat beat) {
        boolean goesOn = true;
        while (goesOn && waited(every)) {
            goesOn = beat.next();
        }
    }

    private synchronized boolean waited(Duration every) {
        long end = System.nanoTime() + every.toNanos();
        for (long left = every.toNanos(); !stopped && left > 0; left = end - System.nanoTime()) {
            try {
                // Rounded up: wait(0) would wait for ever.
                wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                // An interrupt does not release the lock; only close ends the thread.
                continue;
            }
        }
        return !stopped;
    }

    /** Returns when the thread has ended. It is not interrupted: that would close files under its hands. */
    @Override
    public void close() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package io.cropmill.storage;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** A storage whose k-th change fails. Safe for threads. */
public final class FaultyStorage extends SteppedStorage {
    /** In which way it fails. */
    public enum Fault {
        /** An error, nothing done; the process goes on. */
        REFUSED,
        /** An error although it was done: the answer was lost; the process goes on. */
        ANSWER_LOST,
        /** The process dies before; what it wrote under a private name stays. From then on every call fails. */
        DIES_BEFORE,
        /** The process dies after; as before. */
        DIES_AFTER
    }

    private final Storage storage;
    private final Fault fault;
    private final long at;
    private final AtomicLong changes = new AtomicLong();
    private volatile boolean dead;

    /** Fails at change {@code at}, counted from 1. */
    public FaultyStorage(Storage storage, Fault fault, long at) {
        super(storage);
        this.storage = storage;
        this.fault = fault;
        this.at = at;
    }

    /** True once it has failed. */
    public boolean hasFailed() {
        return changes.get() >= at;
    }

    @Override
    protected void change(Kind kind, String path, Step step) throws IOException {
        look(path);
        if (changes.incrementAndGet() != at) {
            step.run();
            return;
        }
        if (fault == Fault.ANSWER_LOST || fault == Fault.DIES_AFTER) {
            step.run();
        }
        if (fault == Fault.DIES_BEFORE || fault == Fault.DIES_AFTER) {
            dead = true;
            if (kind == Kind.WRITE) {
                String name = "." + StoragePath.name(path) + ".00000000deadbeef.tmp";
                storage.createExclusive(StoragePath.join(StoragePath.folder(path), name), new byte[] {1});
            }
        }
        throw new IOException("[" + path + "] Cannot go on: " + fault + " at change " + at);
    }

    @Override
    protected void look(String path) throws IOException {
        if (dead) {
            throw new IOException("[" + path + "] Cannot go on: the process is dead");
        }
    }
}

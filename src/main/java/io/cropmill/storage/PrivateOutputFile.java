package io.cropmill.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/**
 * The life of a file under a private name, the same on every file system: written, then sealed (synced and closed),
 * then given its name in one of three ways, or discarded.
 */
abstract class PrivateOutputFile implements OutputFile {
    private enum State {
        WRITING,
        PUBLISHED,
        CLOSED
    }

    private final Storage storage;
    private final String path;
    private final RunningCrc32c crc = new RunningCrc32c();
    private State state = State.WRITING;

    PrivateOutputFile(Storage storage, String path) {
        this.storage = storage;
        this.path = path;
    }

    /** Writes all that remains in the buffer. */
    abstract void append(ByteBuffer source) throws IOException;

    /** Syncs all bytes to disk and ends writing. */
    abstract void seal() throws IOException;

    /** Gives the sealed file its name; false, and no change, where the name is taken. Atomic. */
    abstract boolean publish() throws IOException;

    /** Gives the sealed file its name, in place of a file that has it. Atomic. */
    abstract void replace() throws IOException;

    /** Ends writing if need be and deletes what still lies under the private name. */
    abstract void discard() throws IOException;

    /** What to do about a full disk. */
    abstract String roomLeft();

    @Override
    public final int write(ByteBuffer source) throws IOException {
        requireOpen();
        int count = source.remaining();
        ByteBuffer seen = source.duplicate();
        try {
            append(source);
        } catch (IOException e) {
            throw failure(e);
        }
        crc.update(seen);
        return count;
    }

    /** Counts bytes that were appended without passing through {@link #write}. */
    final void appended(WrittenFile part) {
        crc.append(part);
    }

    @Override
    public final WrittenFile finish() throws IOException {
        WrittenFile ours = new WrittenFile(path, crc.bytes(), crc.value());
        if (!finishExclusively()) {
            Checksums.requireSame(storage, ours);
            close();
        }
        return ours;
    }

    /** As {@link #finish}, but whatever has the name already is left alone and answered with false. */
    final boolean finishExclusively() throws IOException {
        requireOpen();
        try {
            seal();
            if (!publish()) {
                return false;
            }
        } catch (IOException e) {
            throw failure(e);
        }
        state = State.PUBLISHED;
        return true;
    }

    final void finishReplacing() throws IOException {
        requireOpen();
        try {
            seal();
            replace();
        } catch (IOException e) {
            throw failure(e);
        }
        state = State.PUBLISHED;
    }

    /** The private name is the file's own. */
    final void finishInPlace() throws IOException {
        requireOpen();
        try {
            seal();
            release();
        } catch (IOException e) {
            throw failure(e);
        }
        state = State.PUBLISHED;
    }

    /** Gives back what was held to publish the file. */
    void release() throws IOException {}

    @Override
    public final long bytes() {
        return crc.bytes();
    }

    @Override
    public final boolean isOpen() {
        return state == State.WRITING;
    }

    @Override
    public final void close() throws IOException {
        if (state == State.WRITING) {
            state = State.CLOSED;
            try {
                discard();
            } catch (IOException e) {
                throw Failures.at(path, "discard the unfinished file", e);
            }
        }
    }

    final void requireOpen() throws ClosedChannelException {
        if (state != State.WRITING) {
            throw new ClosedChannelException();
        }
    }

    /** A failure to write, which for a full disk says so. */
    final IOException failure(IOException cause) {
        return Failures.isFull(cause)
                ? new NoSpaceException("[" + path + "] Cannot write: no space left; " + roomLeft(), cause)
                : Failures.at(path, "write", cause);
    }
}

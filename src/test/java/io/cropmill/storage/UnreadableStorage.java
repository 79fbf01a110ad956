package io.cropmill.storage;

import java.io.IOException;

/** A storage on which looking at one path fails; the root's is empty. */
public final class UnreadableStorage extends SteppedStorage {
    private final String path;
    private final IOException failure;

    public UnreadableStorage(Storage storage, String path, IOException failure) {
        super(storage);
        this.path = path;
        this.failure = failure;
    }

    @Override
    protected void change(Kind kind, String changed, Step step) throws IOException {
        step.run();
    }

    @Override
    protected void look(String looked) throws IOException {
        if (looked.equals(path)) {
            throw failure;
        }
    }
}

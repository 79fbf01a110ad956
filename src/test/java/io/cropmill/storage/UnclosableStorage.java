package io.cropmill.storage;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;

/** A storage whose files close, but say that they could not. */
public final class UnclosableStorage extends SteppedStorage {
    /** What they say. */
    public static final String REFUSAL = "Cannot close: the network is down";

    public UnclosableStorage(Storage storage) {
        super(storage);
    }

    @Override
    protected void change(Kind kind, String path, Step step) throws IOException {
        step.run();
    }

    @Override
    public SeekableByteChannel open(String path) throws IOException {
        return new PassingChannel(super.open(path)) {
            @Override
            public void close() throws IOException {
                super.close();
                throw new IOException(REFUSAL);
            }
        };
    }
}

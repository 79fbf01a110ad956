package io.cropmill.storage;

import java.io.IOException;

/** A storage to which something happens just before the first change of a path. For one thread. */
public final class OnceBefore extends SteppedStorage {
    private final String path;
    private Step happening;

    public OnceBefore(Storage storage, String path, Step happening) {
        super(storage);
        this.path = path;
        this.happening = happening;
    }

    @Override
    protected void change(Kind kind, String changed, Step step) throws IOException {
        if (changed.equals(path)) {
            Step now = happening;
            happening = () -> {};
            now.run();
        }
        step.run();
    }
}

package io.cropmill.rebuild;

import io.cropmill.ragged.Shard;
import java.io.Serializable;

/** A split to build, and its place in the recording's files. */
public record BuildWork(Split split, Shard shard) implements Serializable {
    /** About how many source bytes it reads. */
    public long bytes() {
        return split.bytes();
    }
}

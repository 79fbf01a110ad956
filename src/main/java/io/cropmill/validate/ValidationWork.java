package io.cropmill.validate;

import io.cropmill.rebuild.Split;
import java.io.Serializable;

/** Rows of a recording to compare with its files. */
public record ValidationWork(Split split, PairClaim claim) implements Serializable {
    /** About how many source bytes it reads. */
    public long bytes() {
        return split.bytes();
    }
}

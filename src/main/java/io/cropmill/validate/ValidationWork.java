package io.cropmill.validate;

import io.cropmill.plain.PlainPartitions;
import io.cropmill.rebuild.build.Split;
import java.io.Serializable;

/**
 * Rows of a recording to compare with its files.
 *
 * @param partitions crop fields that folders of the source stand for
 */
public record ValidationWork(Split split, PairClaim claim, PlainPartitions partitions) implements Serializable {
    /** Rows of a source whose folders stand for nothing. */
    public ValidationWork(Split split, PairClaim claim) {
        this(split, claim, PlainPartitions.NONE);
    }

    /** About how many source bytes it reads. */
    public long bytes() {
        return split.bytes();
    }
}

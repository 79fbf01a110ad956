package io.cropmill.subsample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;

class SelectionTest {
    @Property
    void agreesWithSortingAlsoWhenKeysAreEqual(
            @ForAll @Size(min = 1, max = 60) @LongRange(min = -3, max = 3) long[] keys,
            @ForAll @IntRange(max = 59) int anyRank) {
        int rank = anyRank % keys.length;
        long[] sorted = keys.clone();
        Arrays.sort(sorted);
        assertThat(Selection.nthSmallest(keys.clone(), keys.length, rank)).isEqualTo(sorted[rank]);
    }
}

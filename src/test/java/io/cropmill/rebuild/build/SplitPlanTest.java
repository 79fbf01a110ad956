package io.cropmill.rebuild.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.cropmill.rebuild.listing.SourceRecording;
import io.cropmill.storage.FileEntry;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitPlanTest {
    private static final long MIB = 1L << 20;

    private static List<SourceRecording> recordings(int count, long bytes) {
        return IntStream.range(0, count)
                .mapToObj(i -> new SourceRecording("r" + i, new FileEntry("r" + i + ".npy", bytes, 0, "")))
                .toList();
    }

    /** Dynamic allocation begins with one executor: tasks must stay small whatever the number of cores then is. */
    @Test
    void tasksOfManyRecordingsStaySmallWhateverTheCores() {
        List<Split> splits = SplitPlan.splits(recordings(10_000, 100 * MIB), 1, 64 * MIB);
        assertThat(splits).hasSize(10_000);
        List<List<Split>> tasks = SplitPlan.tasks(splits, 1);
        assertThat(tasks).hasSize(5_000);
        for (List<Split> task : tasks) {
            assertThat(task.stream().mapToLong(Split::bytes).sum()).isBetween(200 * MIB, 256 * MIB);
        }
    }

    @Test
    void aRecordingIsCutIntoPiecesOfAGibibyteAtMostOrSo() {
        List<Split> splits = SplitPlan.splits(recordings(3, 50 * 1024 * MIB), 1, 64 * MIB);
        assertThat(splits).hasSize(150).allMatch(split -> split.bytes() == 1024 * MIB);
        assertThat(SplitPlan.tasks(splits, 1)).hasSize(150).allMatch(task -> task.size() == 1);
    }

    @Test
    void smallRecordingsShareATaskAndOneLargeRecordingUsesAllCores() {
        assertThat(SplitPlan.tasks(SplitPlan.splits(recordings(100, MIB), 2, 64 * MIB), 2))
                .hasSize(4)
                .first()
                .satisfies(task -> assertThat(task).hasSize(32));
        assertThat(SplitPlan.splits(recordings(1, 1024 * MIB), 4, 64 * MIB)).hasSize(8);
    }
}

package io.cropmill.spark;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Asks all executors, before any work, whether they see the folders that the driver sees. An executor that comes later is
 * asked by its own first task ({@link Locations#open}).
 */
public record ExecutorCheck(JavaSparkContext spark, Locations locations) {
    private static final int TASKS_PER_CORE = 4;
    private static final int ROUNDS = 10;

    public void requireSight() throws IOException {
        if (!locations.sight().matters() || spark.sc().isLocal()) {
            return;
        }
        Set<String> answered = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Stage.Task<Integer>> tasks = Collections.nCopies(
                    spark.defaultParallelism() * TASKS_PER_CORE, new Stage.Task<>(List.of(0), List.of()));
            Set<String> refusals = new TreeSet<>();
            for (SharedFolderProbe.Answer answer : Stage.run(
                    spark, "Look whether executors see the folders", tasks, new SharedFolderProbe(locations))) {
                answered.add(answer.executor());
                if (!answer.refusal().isEmpty()) {
                    refusals.add(answer.refusal());
                }
            }
            if (!refusals.isEmpty()) {
                throw new RefusedException(String.join("\n", refusals));
            }
            if (answered.size() >= executors()) {
                return;
            }
        }
    }

    /** The status also counts the driver. */
    private int executors() {
        return spark.sc().statusTracker().getExecutorInfos().length - 1;
    }
}

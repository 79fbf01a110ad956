package io.cropmill.spark;

import java.io.IOException;
import java.io.Serializable;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkEnv;

/**
 * Asks all executors, before any work, whether they see the folders that the driver sees. An executor that comes later is
 * asked by its own first task ({@link Locations#open}).
 */
public record ExecutorCheck(Cluster cluster) {
    private static final int TASKS_PER_CORE = 4;
    private static final int ROUNDS = 10;

    /**
     * What an executor found.
     *
     * @param refusal empty if it sees both folders; a result and no failure, so that all are heard
     */
    private record Answer(String executor, String refusal) implements Serializable {}

    /** Refuses folders that an executor does not see. */
    public void require() throws IOException {
        SharedFolderCheck check = cluster.locations().check();
        if (!check.matters() || cluster.spark().sc().isLocal()) {
            return;
        }
        List<Integer> tasks = Collections.nCopies(cluster.spark().defaultParallelism() * TASKS_PER_CORE, 0);
        Set<String> answered = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            List<Answer> answers = cluster.unchecked()
                    .stage("Look whether executors see", tasks, item -> "the folders")
                    .each(task -> item -> new Answer(
                            SparkEnv.get().executorId(),
                            check.refusal(task.source(), task.target()).orElse("")));
            Set<String> refusals = new TreeSet<>();
            for (Answer answer : answers) {
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
        return cluster.spark().sc().statusTracker().getExecutorInfos().length - 1;
    }
}

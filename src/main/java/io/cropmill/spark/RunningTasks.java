package io.cropmill.spark;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import scala.Option;
import scala.Tuple4;
import scala.collection.Iterator;
import scala.collection.immutable.Seq;

/**
 * What tasks have counted that are still at work, as executors tell it with their heartbeats. Spark adds a task's counts
 * to an accumulator only when the task ends, which for a large recording takes minutes. One a Spark; safe for threads.
 */
final class RunningTasks extends SparkListener {
    private static final Map<SparkContext, RunningTasks> LISTENERS = new WeakHashMap<>();

    private final Map<Long, Map<Long, Long>> counts = new ConcurrentHashMap<>();

    /** The one that listens to a Spark, from the first call on. */
    static RunningTasks of(SparkContext spark) {
        synchronized (LISTENERS) {
            return LISTENERS.computeIfAbsent(spark, key -> {
                RunningTasks listener = new RunningTasks();
                key.addSparkListener(listener);
                return listener;
            });
        }
    }

    /** What running tasks have added to an accumulator so far. */
    long count(long accumulator) {
        return counts.values().stream()
                .mapToLong(task -> task.getOrDefault(accumulator, 0L))
                .sum();
    }

    @Override
    public void onTaskStart(SparkListenerTaskStart start) {
        counts.put(start.taskInfo().taskId(), Map.of());
    }

    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
        counts.remove(end.taskInfo().taskId());
    }

    @Override
    public void onExecutorMetricsUpdate(SparkListenerExecutorMetricsUpdate update) {
        Iterator<Tuple4<Object, Object, Object, Seq<AccumulableInfo>>> tasks =
                update.accumUpdates().iterator();
        while (tasks.hasNext()) {
            Tuple4<Object, Object, Object, Seq<AccumulableInfo>> task = tasks.next();
            told((Long) task._1(), task._4());
        }
    }

    /** A heartbeat that was under way when its task ended is no news. */
    private void told(long task, Seq<AccumulableInfo> infos) {
        Map<Long, Long> added = new HashMap<>();
        Iterator<AccumulableInfo> each = infos.iterator();
        while (each.hasNext()) {
            AccumulableInfo info = each.next();
            number(info.update()).ifPresent(value -> added.put(info.id(), value));
        }
        counts.computeIfPresent(task, (id, before) -> added);
    }

    private static Optional<Long> number(Option<Object> value) {
        return value.isDefined() && value.get() instanceof Long number ? Optional.of(number) : Optional.empty();
    }
}

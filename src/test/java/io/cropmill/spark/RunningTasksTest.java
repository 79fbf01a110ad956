package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.apache.spark.Success$;
import org.apache.spark.executor.ExecutorMetrics;
import org.apache.spark.executor.TaskMetrics;
import org.apache.spark.scheduler.AccumulableInfo;
import org.apache.spark.scheduler.SparkListenerExecutorMetricsUpdate;
import org.apache.spark.scheduler.SparkListenerTaskEnd;
import org.apache.spark.scheduler.SparkListenerTaskStart;
import org.apache.spark.scheduler.TaskInfo;
import org.apache.spark.scheduler.TaskLocality;
import org.junit.jupiter.api.Test;
import scala.Option;
import scala.Tuple2;
import scala.Tuple4;
import scala.collection.immutable.Map$;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

class RunningTasksTest {
    private final RunningTasks running = new RunningTasks();

    private static TaskInfo task(long id) {
        return new TaskInfo(id, 0, 0, 0, 0, "1", "host", TaskLocality.ANY(), false);
    }

    private void starts(long task) {
        running.onTaskStart(new SparkListenerTaskStart(0, 0, task(task)));
    }

    private void ends(long task) {
        running.onTaskEnd(new SparkListenerTaskEnd(
                0, 0, "", Success$.MODULE$, task(task), new ExecutorMetrics(), TaskMetrics.empty()));
    }

    private void tells(long task, long accumulator, long value) {
        AccumulableInfo info = new AccumulableInfo(
                accumulator, Option.apply("x"), Option.apply(value), Option.empty(), false, false, Option.empty());
        Seq<AccumulableInfo> infos = seq(List.of(info));
        running.onExecutorMetricsUpdate(new SparkListenerExecutorMetricsUpdate(
                "1",
                seq(List.of(new Tuple4<Object, Object, Object, Seq<AccumulableInfo>>(task, 0, 0, infos))),
                none()));
    }

    private static scala.collection.immutable.Map<Tuple2<Object, Object>, ExecutorMetrics> none() {
        return Map$.MODULE$.<Tuple2<Object, Object>, ExecutorMetrics>empty();
    }

    private static <T> Seq<T> seq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }

    @Test
    void countsWhatTasksAtWorkHaveToldLast() {
        starts(1);
        starts(2);
        assertThat(running.count(7)).isZero();
        tells(1, 7, 100);
        tells(1, 7, 250);
        tells(2, 7, 30);
        tells(2, 8, 1);
        assertThat(running.count(7)).isEqualTo(250);
        assertThat(running.count(8)).isEqualTo(1);
    }

    @Test
    void forgetsATaskAtItsEndAlsoIfAHeartbeatComesLate() {
        starts(1);
        tells(1, 7, 100);
        ends(1);
        tells(1, 7, 200);
        assertThat(running.count(7)).isZero();
        assertThat(Collections.max(List.of(running.count(7), running.count(8)))).isZero();
    }
}

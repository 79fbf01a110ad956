package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class ClusterTest {
    private static int asked(String... pairs) {
        SparkConf conf = new SparkConf(false);
        for (int i = 0; i < pairs.length; i += 2) {
            conf.set(pairs[i], pairs[i + 1]);
        }
        return Cluster.cores(conf);
    }

    @Test
    void countsExecutorsThatWereAskedFor() {
        assertThat(asked()).isZero();
        assertThat(asked("spark.executor.instances", "20", "spark.executor.cores", "4"))
                .isEqualTo(80);
        assertThat(asked("spark.executor.instances", "20", "spark.executor.cores", "4", "spark.task.cpus", "2"))
                .isEqualTo(40);
    }

    @Test
    void countsThoseThatDynamicAllocationMayBring() {
        assertThat(asked(
                        "spark.dynamicAllocation.enabled", "true",
                        "spark.executor.instances", "1",
                        "spark.dynamicAllocation.maxExecutors", "50",
                        "spark.executor.cores", "2"))
                .isEqualTo(100);
        assertThat(asked(
                        "spark.dynamicAllocation.enabled",
                        "true",
                        "spark.dynamicAllocation.maxExecutors",
                        "2147483647"))
                .isZero();
    }
}

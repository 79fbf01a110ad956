package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

/** Nothing answers at these addresses; who would give out tokens is known without asking. */
class DelegationTokensTest {
    private static final URI ONE = URI.create("hdfs://127.0.0.1:1/data/padded");
    private static final URI TWO = URI.create("hdfs://127.0.0.1:2/data/crops");

    private final Configuration hadoop = new Configuration();
    private final SparkConf conf = new SparkConf(false);

    @Test
    void coversTheDefaultFileSystemAndTheNamedOnes() throws IOException {
        hadoop.set("fs.defaultFS", "hdfs://127.0.0.1:1");
        conf.set("spark.kerberos.access.hadoopFileSystems", "hdfs://127.0.0.1:3, hdfs://localhost:2");

        assertThat(new DelegationTokens(conf, hadoop).refusals(List.of(ONE, TWO)))
                .isEmpty();
    }

    @Test
    void namesTheFileSystemThatIsMissing() throws IOException {
        hadoop.set("fs.defaultFS", "hdfs://127.0.0.1:1");
        conf.set("spark.kerberos.access.hadoopFileSystems", "hdfs://127.0.0.1:3");

        assertThat(new DelegationTokens(conf, hadoop).refusals(List.of(ONE, TWO)))
                .containsExactly("spark.kerberos.access.hadoopFileSystems must name hdfs://127.0.0.1:2/ but was"
                        + " \"hdfs://127.0.0.1:3\", so that executors would have no Kerberos token for it");
    }

    @Test
    void looksBehindMountPoints() throws IOException {
        hadoop.set("fs.viewfs.mounttable.tokens.link./data", "hdfs://127.0.0.1:2/data");
        DelegationTokens tokens = new DelegationTokens(conf, hadoop);

        assertThat(tokens.refusals(List.of(URI.create("viewfs://tokens/data/crops"))))
                .containsExactly("spark.kerberos.access.hadoopFileSystems must name viewfs://tokens/ but was \"\", so"
                        + " that executors would have no Kerberos token for it");
        hadoop.set("fs.defaultFS", "hdfs://127.0.0.1:2");
        assertThat(tokens.refusals(List.of(URI.create("viewfs://tokens/data/crops"))))
                .isEmpty();
    }

    @Test
    void localFoldersNeedNone() throws IOException {
        assertThat(new DelegationTokens(conf, hadoop).refusals(List.of(URI.create("file:///data"))))
                .isEmpty();
    }

    @Test
    void withoutKerberosNothingIsAsked() throws IOException {
        conf.set("spark.master", "yarn");

        new DelegationTokens(conf, hadoop).require(List.of(ONE, TWO));
    }
}

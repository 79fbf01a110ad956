package io.cropmill.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class RunAgainTest {
    private static final String REDACTED = "'*********(redacted)'";

    @Test
    void showsNoValueThatSparkWouldNotShow() {
        assertThat(command(
                        new SparkConf(false),
                        "/opt/jobs/nightly --conf spark.authenticate.secret=abc -c spark.hadoop.fs.s3a.secret.key=a\\ b"
                                + " --conf=spark.ssl.keyPassword=$'x\\'y z' --conf $'spark.my.token=\\303\\244 b'"
                                + " --conf spark.executor.memory=4g --source /secret/a=b\\ c --set x=password"))
                .isEqualTo("/opt/jobs/nightly --conf spark.authenticate.secret=" + REDACTED
                        + " -c spark.hadoop.fs.s3a.secret.key=" + REDACTED + " --conf=spark.ssl.keyPassword=" + REDACTED
                        + " --conf spark.my.token=" + REDACTED
                        + " --conf spark.executor.memory=4g --source /secret/a=b\\ c --set x=password");
    }

    @Test
    void showsNoOptionsOfTheJvmThatHoldASecret() {
        assertThat(command(
                        new SparkConf(false),
                        "n --driver-java-options -Dpassword=a --driver-java-options=-Da.b=token --conf"
                                + " spark.driver.extraJavaOptions=-Dpassword=a --driver-java-options -Xss2m"))
                .isEqualTo("n --driver-java-options " + REDACTED + " --driver-java-options=" + REDACTED
                        + " --conf spark.driver.extraJavaOptions=" + REDACTED + " --driver-java-options -Xss2m");
    }

    @Test
    void asksTheRuleThatSparkHas() {
        SparkConf conf = new SparkConf(false).set("spark.redaction.regex", "(?i)hidden");
        assertThat(command(conf, "n --conf spark.my.hidden=1 --conf spark.my.secret=2"))
                .isEqualTo("n --conf spark.my.hidden=" + REDACTED + " --conf spark.my.secret=2");
    }

    @Test
    void quotesTheFoldersOfARunThatNoLauncherStarted() {
        assertThat(RunAgain.command(
                        new SparkConf(false), URI.create("file:///a%20b/it's"), URI.create("hdfs://h:8020/t")))
                .isEqualTo("jobs/cropmill rebuild --source 'file:///a%20b/it'\\''s' --target hdfs://h:8020/t");
    }

    private static String command(SparkConf conf, String words) {
        return RunAgain.command(
                conf.set("spark.cropmill.command", words), URI.create("file:///s"), URI.create("file:///t"));
    }
}

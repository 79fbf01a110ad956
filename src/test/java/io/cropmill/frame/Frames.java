package io.cropmill.frame;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.lit;

import io.cropmill.crop.PaddedFile;
import io.cropmill.job.LocalSpark;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper;
import scala.jdk.javaapi.CollectionConverters;

/** DataFrames of the tests' Spark, files for them, and what Spark tells of them. */
final class Frames implements AdaptiveSparkPlanHelper {
    private Frames() {}

    static SparkSession spark() {
        LocalSpark.start();
        return SparkSession.builder()
                .config("spark.sql.session.timeZone", "UTC")
                .config("spark.sql.shuffle.partitions", "4")
                .getOrCreate();
    }

    static Dataset<Row> npy(Path path, String... options) {
        return load("npy", path, options);
    }

    static Dataset<Row> crops(Path path, String... options) {
        return load("crops", path, options);
    }

    static void write(Dataset<Row> crops, Path target, String... options) {
        write("errorifexists", crops, target, options);
    }

    static void write(String mode, Dataset<Row> crops, Path target, String... options) {
        var writer = crops.write().format("crops").mode(mode);
        for (int i = 0; i < options.length; i += 2) {
            writer.option(options[i], options[i + 1]);
        }
        writer.save(target.toString());
    }

    static Dataset<Row> named(Dataset<Row> crops, String above) {
        return crops.withColumn("recording", concat(lit(above + "/"), col("recording")));
    }

    private static Dataset<Row> load(String format, Path path, String... options) {
        Map<String, String> set = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            set.put(options[i], options[i + 1]);
        }
        return spark().read().format(format).options(set).load(path.toString());
    }

    /** A file of any type and data; the data is little-endian. */
    static Path write(Path file, String descr, String shape, int bytes, Consumer<ByteBuffer> data) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        data.accept(buffer);
        String header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
        Files.createDirectories(file.getParent());
        return Files.write(file, PaddedFile.npy(header, buffer.array()));
    }

    static List<String> json(Dataset<Row> frame) {
        return frame.toJSON().collectAsList();
    }

    /** What EXPLAIN prints. */
    static String explained(Dataset<Row> frame) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        scala.Console.withOut(new PrintStream(out, true, StandardCharsets.UTF_8), () -> {
            frame.explain();
            return null;
        });
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Runs a query and gives a metric of its scan. */
    static long metric(Dataset<Row> frame, String name) {
        frame.collectAsList();
        SparkPlan plan = frame.queryExecution().executedPlan();
        long sum = 0;
        for (SparkPlan leaf : CollectionConverters.asJava(new Frames().collectLeaves(plan))) {
            var metric = leaf.metrics().get(name);
            sum += metric.isDefined() ? metric.get().value() : 0;
        }
        return sum;
    }
}

package io.cropmill.job;

import java.io.IOException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A program of a user's that reads crops and writes them: source, target, and how many partitions. */
final class CopiedCrops {
    private CopiedCrops() {}

    public static void main(String[] words) throws IOException {
        try (SparkSession spark = SparkSession.builder().getOrCreate()) {
            Dataset<Row> crops = spark.read().format("crops").load(words[0]);
            crops.repartition(Integer.parseInt(words[2]))
                    .write()
                    .format("crops")
                    .option("cap", "25")
                    .save(words[1]);
        }
    }
}

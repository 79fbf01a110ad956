package io.cropmill.spark;

import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/** Hadoop's settings where no Spark is started. */
public final class HadoopSettings {
    private HadoopSettings() {}

    /** Hadoop's files with what spark-submit was given as {@code spark.hadoop.*}. */
    public static Configuration of(SparkConf conf) {
        Configuration hadoop = new Configuration();
        for (Tuple2<String, String> setting : conf.getAllWithPrefix("spark.hadoop.")) {
            hadoop.set(setting._1(), setting._2());
        }
        return hadoop;
    }
}

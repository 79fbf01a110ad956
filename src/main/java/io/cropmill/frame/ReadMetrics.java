package io.cropmill.frame;

import io.cropmill.text.Figures;
import java.util.Arrays;
import org.apache.spark.sql.connector.metric.CustomMetric;
import org.apache.spark.sql.connector.metric.CustomTaskMetric;

/** What a task has read, for Spark's pages and logs. For one thread. */
final class ReadMetrics {
    private long bytes;
    private long files;
    private long rows;

    void addBytes(long more) {
        bytes += more;
    }

    void addFile() {
        files++;
    }

    void addRows(long more) {
        rows += more;
    }

    CustomTaskMetric[] values() {
        return new CustomTaskMetric[] {
            new TaskMetricValue(BytesRead.NAME, bytes),
            new TaskMetricValue(FilesRead.NAME, files),
            new TaskMetricValue(RowsRead.NAME, rows)
        };
    }

    static CustomMetric[] all() {
        return new CustomMetric[] {new BytesRead(), new FilesRead(), new RowsRead()};
    }

    private record TaskMetricValue(String name, long value) implements CustomTaskMetric {}

    /** Bytes of files. Spark makes an instance by its name to sum up. */
    public static final class BytesRead implements CustomMetric {
        static final String NAME = "bytesRead";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "bytes read from files";
        }

        @Override
        public String aggregateTaskMetrics(long[] values) {
            return sum(values);
        }
    }

    /** Parts of files. */
    public static final class FilesRead implements CustomMetric {
        static final String NAME = "filesOpened";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "files opened";
        }

        @Override
        public String aggregateTaskMetrics(long[] values) {
            return sum(values);
        }
    }

    /** Rows whose columns were read. */
    public static final class RowsRead implements CustomMetric {
        static final String NAME = "rowsDecoded";

        @Override
        public String name() {
            return NAME;
        }

        @Override
        public String description() {
            return "rows decoded";
        }

        @Override
        public String aggregateTaskMetrics(long[] values) {
            return sum(values);
        }
    }

    private static String sum(long[] values) {
        return Figures.count(Arrays.stream(values).sum());
    }
}

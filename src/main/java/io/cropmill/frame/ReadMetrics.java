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

    /** A sum over tasks. Spark makes an instance by the class's name to sum up. */
    private abstract static class ReadSum implements CustomMetric {
        private final String name;
        private final String description;

        ReadSum(String name, String description) {
            this.name = name;
            this.description = description;
        }

        @Override
        public final String name() {
            return name;
        }

        @Override
        public final String description() {
            return description;
        }

        @Override
        public final String aggregateTaskMetrics(long[] values) {
            return Figures.count(Arrays.stream(values).sum());
        }
    }

    /** Bytes of files. */
    public static final class BytesRead extends ReadSum {
        static final String NAME = "bytesRead";

        /** Made by Spark, too. */
        public BytesRead() {
            super(NAME, "bytes read from files");
        }
    }

    /** Opened files. */
    public static final class FilesRead extends ReadSum {
        static final String NAME = "filesOpened";

        /** Made by Spark, too. */
        public FilesRead() {
            super(NAME, "files opened");
        }
    }

    /** Rows whose columns were read. */
    public static final class RowsRead extends ReadSum {
        static final String NAME = "rowsDecoded";

        /** Made by Spark, too. */
        public RowsRead() {
            super(NAME, "rows decoded");
        }
    }
}

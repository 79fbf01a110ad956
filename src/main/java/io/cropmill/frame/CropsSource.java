package io.cropmill.frame;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DayTimeIntervalType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code format("crops")}: reads datasets, pairs and padded recordings as a row a crop, without padding; writes a
 * DataFrame as a published version of a dataset. The table has no BATCH_WRITE, so that Spark hands over the whole
 * DataFrame with its mode, the default one included.
 */
public final class CropsSource extends LoadSource {
    static final String FORMAT = "crops";

    /** Spark makes it by its name. */
    public CropsSource() {
        super(FORMAT);
    }

    @Override
    SourceOptions read(CaseInsensitiveStringMap options) {
        return SourceOptions.of(options, TableColumns.POINT_COUNT);
    }

    @Override
    TableColumns columns(SourceOptions read) {
        return new TableColumns(read, true);
    }

    @Override
    List<FoundFile> files(SourceOptions read, List<String> locations, Configuration hadoop) throws IOException {
        return new CropsFinder(read, hadoop).find(locations);
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> parameters,
            Dataset<Row> data) {
        SparkErrors.run(() -> {
            new CropsWrite(context.sparkSession(), mode, parameters, data).run();
            return true;
        });
        return new WrittenRelation(context, data.schema());
    }

    /** Also the intervals that durations are read as; what cannot be written is refused with the column's name. */
    @Override
    public boolean supportsDataType(DataType type) {
        return type instanceof DayTimeIntervalType || super.supportsDataType(type);
    }

    /** What Spark wants back of a write, and does not use. */
    private static final class WrittenRelation extends BaseRelation {
        private final SQLContext context;
        private final StructType written;

        WrittenRelation(SQLContext context, StructType written) {
            this.context = context;
            this.written = written;
        }

        @Override
        public SQLContext sqlContext() {
            return context;
        }

        @Override
        public StructType schema() {
            return written;
        }
    }
}

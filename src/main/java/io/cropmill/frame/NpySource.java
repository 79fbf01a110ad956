package io.cropmill.frame;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/**
 * {@code spark.read.format("npy").load(path)}: any {@code .npy} files as a DataFrame. It is
 * asked to write, too, but only says what does.
 */
public final class NpySource extends LoadSource {
    /** Spark makes it by its name. */
    public NpySource() {
        super("npy");
    }

    @Override
    public BaseRelation createRelation(
            SQLContext context,
            SaveMode mode,
            scala.collection.immutable.Map<String, String> parameters,
            Dataset<Row> data) {
        throw new UnsupportedOperationException("format(\"npy\") only reads; crops are written by"
                + " df.write.format(\"crops\").save(\"/data/crops\"), anything else by"
                + " numpy.save(file, df.toPandas().to_records(index=False))");
    }

    @Override
    List<FoundFile> files(SourceOptions read, List<String> locations, Configuration hadoop) throws IOException {
        return new FileFinder(read, hadoop).find(locations, new NpyForms(read)::of);
    }

    @Override
    SourceOptions read(CaseInsensitiveStringMap options) {
        SourceOptions read = SourceOptions.of(options, "");
        if (!read.version().isEmpty()) {
            throw new IllegalArgumentException("Option version belongs to format(\"crops\"), which reads datasets, but"
                    + " was given to format(\"npy\")");
        }
        if (!read.pointFields().isEmpty() && read.countField().isEmpty()) {
            throw new IllegalArgumentException("Option pointFields needs the option countField, by which points are"
                    + " trimmed, or format(\"crops\"); leave both out to read whole fields");
        }
        return read;
    }

    @Override
    TableColumns columns(SourceOptions read) {
        return new TableColumns(read, false);
    }
}

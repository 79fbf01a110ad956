package io.cropmill.spark;

import java.io.IOException;

/** What can be run. Free of Spark's types, so that a caller needs none of them before a job starts. */
public interface Jobs {
    /** Builds what changed, validates and publishes; or only plans it. */
    JobOutcome rebuild(RebuildRequest request) throws IOException;

    /** Writes synthetic recordings. */
    JobOutcome sample(SampleRequest request) throws IOException;
}

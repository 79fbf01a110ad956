package io.cropmill.job;

import java.io.IOException;

/** What can be run. Free of Spark's types, so that a caller needs none of them before a job starts. */
public interface Jobs {
    /** Builds what changed, validates and publishes; or only plans it. */
    JobOutcome rebuild(RebuildRequest request) throws IOException;

    /** Refuses what a rebuild refuses without a look at the recordings: where source and target lie. Starts no Spark. */
    JobOutcome check(RebuildRequest request) throws IOException;

    /** Tells what a source or a dataset holds; writes nothing. */
    JobOutcome inspect(InspectRequest request) throws IOException;

    /** Writes padded recordings again from the pairs of a dataset. */
    JobOutcome export(ExportRequest request) throws IOException;

    /**
     * Notes at the target, if it holds a dataset, that a rebuild did not begin for settings that make no sense, and refuses
     * it.
     */
    JobOutcome refuse(RefusedRebuild request) throws IOException;

    /** Compares a version, or a folder of pairs, with the source. */
    JobOutcome validate(ValidateRequest request) throws IOException;

    /** Says how a dataset stands. */
    JobOutcome status(StatusRequest request) throws IOException;

    /** Makes another kept version live. */
    JobOutcome rollback(RollbackRequest request) throws IOException;

    /** Removes old versions. */
    JobOutcome expire(ExpireRequest request) throws IOException;

    /** Proves recordings and marks them, so that their sources are no longer needed. */
    JobOutcome retire(RetireRequest request) throws IOException;

    /** Writes synthetic recordings. */
    JobOutcome sample(SampleRequest request) throws IOException;
}

package io.cropmill.cli;

import io.cropmill.spark.JobOutcome;
import io.cropmill.spark.Jobs;
import java.io.IOException;

/** A command with its options read. */
interface JobCommand {
    /** Makes the request, which may still be refused, and asks the jobs for it. */
    Call call();

    /** A request that waits for the jobs. */
    interface Call {
        JobOutcome on(Jobs jobs) throws IOException;
    }
}

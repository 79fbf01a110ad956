package io.cropmill.cli;

import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs;
import java.io.IOException;

/** A command with its options read. */
interface JobCommand {
    /** Makes the request, which may still be refused, and asks the jobs for it. */
    Call call();

    /** True if what it tells is all that comes of it, so that nothing does where that cannot be printed. */
    default boolean onlyTells() {
        return false;
    }

    /** A request that waits for the jobs. */
    interface Call {
        JobOutcome on(Jobs jobs) throws IOException;
    }
}

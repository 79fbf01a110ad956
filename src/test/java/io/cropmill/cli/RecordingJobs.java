package io.cropmill.cli;

import io.cropmill.job.ExitCode;
import io.cropmill.job.InspectRequest;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs;
import io.cropmill.job.Jobs.ExpireRequest;
import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.RefusedRebuild;
import io.cropmill.job.Jobs.RetireRequest;
import io.cropmill.job.Jobs.RollbackRequest;
import io.cropmill.job.Jobs.StatusRequest;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.job.SampleRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Remembers what it was asked, and ends as it was told. */
final class RecordingJobs implements Jobs {
    final List<Object> requests = new ArrayList<>();
    Ending ending = () -> new JobOutcome(ExitCode.DONE, "All is well.\n");

    interface Ending {
        JobOutcome reach() throws IOException;
    }

    private JobOutcome asked(Object request) throws IOException {
        requests.add(request);
        return ending.reach();
    }

    @Override
    public JobOutcome rebuild(RebuildRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome check(RebuildRequest request) throws IOException {
        requests.add("check");
        return asked(request);
    }

    @Override
    public JobOutcome refuse(RefusedRebuild request) throws IOException {
        requests.add(request);
        throw request.reason();
    }

    @Override
    public JobOutcome validate(ValidateRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome inspect(InspectRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome export(ExportRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome status(StatusRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome rollback(RollbackRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome expire(ExpireRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome retire(RetireRequest request) throws IOException {
        return asked(request);
    }

    @Override
    public JobOutcome sample(SampleRequest request) throws IOException {
        return asked(request);
    }
}

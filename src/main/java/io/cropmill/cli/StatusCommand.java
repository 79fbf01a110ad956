package io.cropmill.cli;

import io.cropmill.job.Jobs.StatusRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code status}. */
@Command(
        name = "status",
        description = "Shows the live version, the others, pins, the last result and who holds the lock.",
        sortOptions = false,
        sortSynopsis = false)
final class StatusCommand implements JobCommand {
    @Mixin
    private TargetOption target = new TargetOption();

    @Option(names = "--json", description = "For a program.")
    private boolean json;

    @Override
    public Call call() {
        StatusRequest request = new StatusRequest(
                target.uri(), json ? StatusRequest.StatusFormat.JSON : StatusRequest.StatusFormat.TEXT);
        return jobs -> jobs.status(request);
    }

    @Override
    public boolean onlyTells() {
        return true;
    }
}

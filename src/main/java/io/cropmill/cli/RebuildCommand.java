package io.cropmill.cli;

import io.cropmill.config.SettingsException;
import io.cropmill.job.Jobs.RebuildRequest;
import io.cropmill.job.Jobs.RefusedRebuild;
import java.util.EnumSet;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rebuild}. */
@Command(
        name = "rebuild",
        description = "Plans, builds what changed, validates and publishes a new version of a dataset.",
        sortOptions = false,
        sortSynopsis = false)
final class RebuildCommand implements JobCommand {
    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private TargetOption target = new TargetOption();

    @Mixin
    private SettingsOptions given = new SettingsOptions();

    @Option(names = "--full", description = "Builds all recordings, not only those that changed.")
    private boolean full;

    @Option(names = "--dry-run", description = "Shows what would be done and how large it would be.")
    private boolean dryRun;

    @Option(names = "--no-validate", description = "Publishes without comparing old and new.")
    private boolean noValidate;

    @Option(names = "--brief", description = "Prints the result in one line, for a log.")
    private boolean brief;

    /** For {@code jobs/cropmill}, before it sends a driver to the cluster that could only tell its own log. */
    @Option(
            names = "--check",
            hidden = true,
            description = "Checks words, settings and where the folders lie; notes in nightly.json what is wrong.")
    private boolean check;

    @Override
    public Call call() {
        try {
            RebuildRequest request = new RebuildRequest(source.uri(), target.uri(), given.load(), options());
            return jobs -> check ? jobs.check(request) : jobs.rebuild(request);
        } catch (SettingsException e) {
            if (dryRun) {
                throw e;
            }
            RefusedRebuild refused = new RefusedRebuild(source.uri(), target.uri(), e);
            return jobs -> jobs.refuse(refused);
        }
    }

    @Override
    public boolean onlyTells() {
        return dryRun;
    }

    private Set<RebuildRequest.RebuildOption> options() {
        Set<RebuildRequest.RebuildOption> options = EnumSet.noneOf(RebuildRequest.RebuildOption.class);
        if (full) {
            options.add(RebuildRequest.RebuildOption.FULL);
        }
        if (dryRun) {
            options.add(RebuildRequest.RebuildOption.DRY_RUN);
        }
        if (noValidate) {
            options.add(RebuildRequest.RebuildOption.NO_VALIDATE);
        }
        if (brief) {
            options.add(RebuildRequest.RebuildOption.BRIEF);
        }
        return options;
    }
}

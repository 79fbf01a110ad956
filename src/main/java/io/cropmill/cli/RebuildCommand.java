package io.cropmill.cli;

import io.cropmill.config.SettingsException;
import io.cropmill.spark.RebuildRequest;
import io.cropmill.spark.RefusedRebuild;
import java.net.URI;
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
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class RebuildCommand implements JobCommand {
    @Option(
            names = "--source",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of recordings, a path or a URI.")
    private URI source;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of the dataset.")
    private URI target;

    @Mixin
    private SettingsOptions given = new SettingsOptions();

    @Option(names = "--full", description = "Builds all recordings, not only those that changed.")
    private boolean full;

    @Option(names = "--dry-run", description = "Shows what would be done and how large it would be.")
    private boolean dryRun;

    @Option(names = "--no-validate", description = "Publishes without comparing old and new.")
    private boolean noValidate;

    @Option(names = "--brief", description = "Tells the result in one line, for a log.")
    private boolean brief;

    @Override
    public Call call() {
        try {
            RebuildRequest request = new RebuildRequest(source, target, given.load(), options());
            return jobs -> jobs.rebuild(request);
        } catch (SettingsException e) {
            if (dryRun) {
                throw e;
            }
            RefusedRebuild refused = new RefusedRebuild(source, target, e);
            return jobs -> jobs.refuse(refused);
        }
    }

    private Set<RebuildRequest.Option> options() {
        Set<RebuildRequest.Option> options = EnumSet.noneOf(RebuildRequest.Option.class);
        if (full) {
            options.add(RebuildRequest.Option.FULL);
        }
        if (dryRun) {
            options.add(RebuildRequest.Option.DRY_RUN);
        }
        if (noValidate) {
            options.add(RebuildRequest.Option.NO_VALIDATE);
        }
        if (brief) {
            options.add(RebuildRequest.Option.BRIEF);
        }
        return options;
    }
}

package io.cropmill.cli;

import io.cropmill.dataset.manifest.DatasetLayout;
import io.cropmill.job.RollbackRequest;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rollback}. */
@Command(
        name = "rollback",
        description = "Makes an earlier version live again. The next rebuild publishes the source as it is then.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class RollbackCommand implements JobCommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOption target = new TargetOption();

    @Option(
            names = "--to",
            paramLabel = "V",
            description = "Version to make live, such as v000007 (default: the one that the live one was based on).")
    private Optional<String> version = Optional.empty();

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Call call() {
        version.filter(name -> DatasetLayout.versionNumber(name).isEmpty()).ifPresent(name -> {
            throw new ParameterException(spec.commandLine(), "--to must be a version such as v000007 but was " + name);
        });
        RollbackRequest request =
                new RollbackRequest(target.uri(), version, options.load().lockStaleAfter());
        return jobs -> jobs.rollback(request);
    }
}

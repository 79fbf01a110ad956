package io.cropmill.cli;

import io.cropmill.config.Settings;
import io.cropmill.config.TimeSpan;
import io.cropmill.dataset.expire.ExpiryRule;
import io.cropmill.job.ExpireRequest;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code expire}. */
@Command(
        name = "expire",
        description = "Removes old versions and what dead runs left behind; never one that is live, pinned or used.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class ExpireCommand implements JobCommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private TargetOption target = new TargetOption();

    @Option(
            names = "--keep",
            paramLabel = "K",
            description =
                    "Published versions that stay, the live one among them (default: the setting keep). No backup:"
                            + " on local disks versions share unchanged files by hard links, on HDFS by reference, and a byte"
                            + " that is damaged in one is damaged in all.")
    private Optional<Integer> keep = Optional.empty();

    @Option(
            names = "--min-age",
            paramLabel = "D",
            converter = DurationConverter.class,
            defaultValue = "0",
            description = "Leaves alone what is younger, such as 36h or 7d.")
    private Duration minAge;

    @Option(names = "--dry-run", description = "Shows what would be removed.")
    private boolean dryRun;

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Call call() {
        Settings settings = options.load();
        ExpireRequest request = new ExpireRequest(
                target.uri(),
                rule(keep.orElse(settings.keep())),
                settings.lockStaleAfter(),
                dryRun ? ExpireRequest.ExpireMode.DRY_RUN : ExpireRequest.ExpireMode.REMOVE);
        return jobs -> jobs.expire(request);
    }

    @Override
    public boolean onlyTells() {
        return dryRun;
    }

    private ExpiryRule rule(int versions) {
        if (versions < 1) {
            throw new ParameterException(spec.commandLine(), "--keep must be at least 1 but was " + versions);
        }
        return new ExpiryRule(versions, minAge);
    }

    /** {@code 36h}. */
    static final class DurationConverter implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String text) {
            try {
                return TimeSpan.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}

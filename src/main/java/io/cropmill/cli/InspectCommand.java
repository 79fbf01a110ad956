package io.cropmill.cli;

import io.cropmill.config.Settings;
import io.cropmill.job.InspectRequest;
import java.net.URI;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code inspect}. */
@Command(
        name = "inspect",
        description = "Shows what a source or a dataset holds, how large it would be in other forms, and how much of it"
                + " fits in memory. Writes nothing.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets the spec before anything is called.
final class InspectCommand implements JobCommand {
    @Spec
    private CommandSpec spec;

    /** A place and its jobs: {@code --source A --jobs 2 --source B} are two. */
    static final class PlaceOptions {
        @Option(
                names = "--source",
                paramLabel = "URI",
                converter = FolderConverter.class,
                description = "Folder of recordings, a URI, or a path on this machine, also where fs.defaultFS is"
                        + " HDFS. Repeatable, each followed by its own --jobs; all jobs run at once.")
        private @Nullable URI source;

        @Option(
                names = "--target",
                paramLabel = "URI",
                converter = FolderConverter.class,
                description = "Folder of a dataset, in place of --source; repeatable, too.")
        private @Nullable URI target;

        @Option(names = "--version", paramLabel = "V", description = "Version of the dataset (default: the live one).")
        private @Nullable String version;

        @Option(
                names = "--jobs",
                paramLabel = "N",
                description = "Training jobs that read it at once, each with a raster of its own (default 1).")
        private int jobs = 1;

        InspectRequest.InspectedSource look() {
            return new InspectRequest.InspectedSource(subject(), jobs);
        }

        private InspectRequest.InspectionSubject subject() {
            if ((source == null) == (target == null)) {
                throw new IllegalArgumentException(
                        "Expected --source or --target, but found " + (source == null ? "neither" : "both"));
            }
            if (target != null) {
                return new InspectRequest.Target(target, Optional.ofNullable(version));
            }
            if (version != null) {
                throw new IllegalArgumentException("--version belongs to --target, not to --source");
            }
            return new InspectRequest.SourceFolder(Objects.requireNonNull(source));
        }
    }

    @ArgGroup(exclusive = false, multiplicity = "0..*")
    private List<PlaceOptions> places = new ArrayList<>();

    @Mixin
    private SettingsOptions given = new SettingsOptions();

    @Option(
            names = "--deep",
            description = "Reads the points of all crops, not of a sample, and looks at what padding holds.")
    private boolean deep;

    @Option(
            names = "--ram",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "Memory of the training machine, such as 62GB (default: what is free on this machine now, or"
                    + " the limit of its cgroup).")
    private Optional<Long> ram = Optional.empty();

    @Option(
            names = "--job-memory",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            defaultValue = "2GB",
            description = "Memory that a training job itself takes (default ${DEFAULT-VALUE}).")
    private long jobMemory;

    @Option(names = "--json", description = "Answers in JSON: bytes, shares of 0 to 1, stable keys.")
    private boolean json;

    @Override
    public Call call() {
        Settings settings = given.load();
        InspectRequest request = request(settings);
        return work -> work.inspect(request);
    }

    @Override
    public boolean onlyTells() {
        return true;
    }

    private InspectRequest request(Settings settings) {
        try {
            // Nothing given is one place of which nothing is said.
            List<PlaceOptions> all = places.isEmpty() ? List.of(new PlaceOptions()) : places;
            List<InspectRequest.InspectedSource> looks =
                    all.stream().map(PlaceOptions::look).toList();
            OptionalLong bytes = ram.isPresent() ? OptionalLong.of(ram.get()) : OptionalLong.empty();
            return new InspectRequest(looks, settings, bytes, jobMemory, options());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Set<InspectRequest.InspectOption> options() {
        Set<InspectRequest.InspectOption> options = EnumSet.noneOf(InspectRequest.InspectOption.class);
        if (deep) {
            options.add(InspectRequest.InspectOption.DEEP);
        }
        if (json) {
            options.add(InspectRequest.InspectOption.JSON);
        }
        return options;
    }
}

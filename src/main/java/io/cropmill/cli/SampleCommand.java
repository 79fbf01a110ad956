package io.cropmill.cli;

import io.cropmill.job.SampleRequest;
import io.cropmill.job.SampleRequest.SampleAmount;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code sample}. */
@Command(
        name = "sample",
        description = "Writes synthetic recordings: cars, pedestrians and cyclists as a solid-state LiDAR sees them.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class SampleCommand implements JobCommand {
    private static final int RECORDINGS = 4;
    private static final int CROPS = 500;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description = "Folder to write to.")
    private URI target;

    @Option(names = "--recordings", paramLabel = "N", description = "Files to write (default " + RECORDINGS + ").")
    private Optional<Integer> recordings = Optional.empty();

    @Option(names = "--crops", paramLabel = "N", description = "Crops of each recording (default " + CROPS + ").")
    private Optional<Integer> crops = Optional.empty();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "About how much to write in all, such as 2GB, in place of --recordings and --crops.")
    private Optional<Long> size = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            converter = SeedConverter.class,
            defaultValue = "0",
            description = "Another seed gives other crops (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            defaultValue = "4096",
            description = "Points that a row reserves (default ${DEFAULT-VALUE}).")
    private int capacity;

    @Override
    public Call call() {
        SampleRequest request = request();
        return jobs -> jobs.sample(request);
    }

    private SampleRequest request() {
        try {
            return new SampleRequest(target, amount(), seed, capacity);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private SampleAmount amount() {
        if (size.isEmpty()) {
            return new SampleRequest.FixedCounts(recordings.orElse(RECORDINGS), crops.orElse(CROPS));
        }
        if (recordings.isPresent() || crops.isPresent()) {
            throw new IllegalArgumentException("--size stands in place of --recordings and --crops, not beside them");
        }
        return new SampleRequest.TotalBytes(size.get());
    }

    /** All 64 bits of a number from 0 to 2^64 - 1. */
    static final class SeedConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String text) {
            try {
                return Long.parseUnsignedLong(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "a seed must be between 0 and 18446744073709551615 but was \"" + text + "\"");
            }
        }
    }
}

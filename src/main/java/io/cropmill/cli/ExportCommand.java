package io.cropmill.cli;

import io.cropmill.job.Jobs.ExportRequest;
import io.cropmill.job.Jobs.ExportRequest.PlainRows;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code export}. */
@Command(
        name = "export",
        description = "Writes padded recordings again from a dataset's pairs: those that lost no points, byte for byte"
                + " the source where its padding was zero.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class ExportCommand implements JobCommand {
    private static final String COUNT_FIELD = "point_count";

    @Spec
    private CommandSpec spec;

    @Option(names = "--padded", required = true, description = "Required: one padded record a crop is the only form.")
    @SuppressWarnings("UnusedVariable") // Says what is written, and leaves room for other forms.
    private boolean padded;

    @Mixin
    private TargetOption target = new TargetOption();

    @Option(names = "--version", paramLabel = "V", description = "Version of the dataset (default: the live one).")
    private Optional<String> version = Optional.empty();

    @Option(
            names = "--recording",
            paramLabel = "NAME",
            arity = "1..*",
            description = "Recordings to write: all of them, or nothing.")
    private List<String> recordings = new ArrayList<>();

    @Option(
            names = "--all",
            description =
                    "All recordings that can be written, in place of --recording; the others are named with the reason.")
    private boolean all;

    @Option(
            names = "--output",
            required = true,
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description = "Folder to write to; files that are there are never replaced.")
    private URI output;

    @Option(
            names = "--capacity",
            paramLabel = "N",
            description = "Rows of N points in plain form (point fields, count, crop fields; little-endian, no padding"
                    + " between them) in place of the source's own form.")
    private Optional<Integer> capacity = Optional.empty();

    @Option(
            names = "--count-field",
            paramLabel = "NAME",
            description = "With --capacity: what the count is called (default " + COUNT_FIELD + ").")
    private Optional<String> countField = Optional.empty();

    @Override
    public Call call() {
        ExportRequest request = request();
        return jobs -> jobs.export(request);
    }

    private ExportRequest request() {
        try {
            if (all != recordings.isEmpty()) {
                throw new IllegalArgumentException(
                        "Expected --recording or --all, but found " + (all ? "both" : "neither"));
            }
            if (countField.isPresent() && capacity.isEmpty()) {
                throw new IllegalArgumentException("--count-field belongs to --capacity");
            }
            Optional<PlainRows> plain = capacity.map(points -> new PlainRows(points, countField.orElse(COUNT_FIELD)));
            return new ExportRequest(target.uri(), version, recordings, output, plain);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}

package io.cropmill.cli;

import io.cropmill.config.SettingOverride;
import io.cropmill.config.Settings;
import io.cropmill.job.Jobs.ValidateRequest;
import io.cropmill.validate.UserGrids;
import java.net.URI;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code validate}. */
@Command(
        name = "validate",
        description = "Compares a dataset, or a bare folder of pairs, with the source that it was made from.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class ValidateCommand implements JobCommand {
    @Spec
    private CommandSpec spec;

    @Mixin
    private SourceOption source = new SourceOption();

    @Option(
            names = "--target",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of the dataset, or of pairs without a manifest, for which the settings say what they"
                    + " should be.")
    private URI target;

    @Mixin
    private SettingsOptions given = new SettingsOptions();

    @Option(names = "--version", paramLabel = "V", description = "Version to look at (default: the live one).")
    private Optional<String> version = Optional.empty();

    @Option(
            names = "--sample",
            paramLabel = "FRACTION",
            description = "Fraction of the crops to compare, the same ones every time; checksums need all.")
    private Optional<String> sample = Optional.empty();

    @Option(
            names = "--against",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description = "Grids of your own to compare a raster with: <recording>.grids.npy, and <recording>.rows.npy"
                    + " where they are not for the first rows.")
    private Optional<URI> against = Optional.empty();

    @Option(names = "--raster", paramLabel = "NAME", description = "Raster that --against is about (default: default).")
    private Optional<String> raster = Optional.empty();

    @Option(
            names = "--tolerance",
            paramLabel = "ABS,REL",
            description = "How far off a value may be: ABS + REL x |yours| (default 0,0).")
    private Optional<String> tolerance = Optional.empty();

    @Option(
            names = "--report",
            paramLabel = "DIR",
            converter = FolderConverter.class,
            description = "Folder to write validation.json and report.html to.")
    private Optional<URI> report = Optional.empty();

    @Override
    public Call call() {
        Settings settings = given.load(
                sample.map(fraction -> new SettingOverride("--sample", "validate.sample=" + fraction)).stream()
                        .toList());
        ValidateRequest request =
                new ValidateRequest(source.uri(), target, settings, version, against.map(this::against), report);
        refuseWithoutAgainst();
        return jobs -> jobs.validate(request);
    }

    @Override
    public boolean onlyTells() {
        return true;
    }

    private UserGrids against(URI folder) {
        String[] numbers = tolerance.orElse("0,0").split(",", -1);
        try {
            if (numbers.length != 2) {
                throw new NumberFormatException("two numbers");
            }
            return new UserGrids(
                    folder, raster.orElse("default"), Double.parseDouble(numbers[0]), Double.parseDouble(numbers[1]));
        } catch (NumberFormatException e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--tolerance must be two numbers such as 1e-6,1e-5 but was \"" + tolerance.orElse("") + "\"",
                    e);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private void refuseWithoutAgainst() {
        if (against.isEmpty() && (raster.isPresent() || tolerance.isPresent())) {
            throw new ParameterException(
                    spec.commandLine(), "--raster and --tolerance say how to compare with --against, which is missing");
        }
    }
}

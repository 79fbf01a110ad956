package io.cropmill.cli;

import io.cropmill.config.SettingsException;
import io.cropmill.job.ExitCode;
import io.cropmill.job.JobOutcome;
import io.cropmill.job.Jobs;
import io.cropmill.job.RecordedFailureException;
import io.cropmill.report.Progress;
import io.cropmill.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs one command line: reads it, asks the jobs, prints what they say and gives the exit code. */
final class CommandRunner {
    private static final List<String> FOLDERS = List.of("--source", "--target");

    private final ProcessEnvironment surroundings;
    private final Function<Progress, Jobs> jobs;
    private final RootCommand root = new RootCommand();
    private final ResultStream result;
    private final PrintWriter out;

    /** The jobs are made only for a command that needs them. */
    CommandRunner(ProcessEnvironment surroundings, Function<Progress, Jobs> jobs) {
        this.surroundings = surroundings;
        this.jobs = jobs;
        this.result = new ResultStream(surroundings.out());
        this.out = new PrintWriter(result, true, StandardCharsets.UTF_8);
    }

    /** Commands, in the order of the help. */
    private static List<JobCommand> commands() {
        return List.of(
                new RebuildCommand(),
                new ValidateCommand(),
                new InspectCommand(),
                new ExportCommand(),
                new StatusCommand(),
                new RollbackCommand(),
                new ExpireCommand(),
                new RetireCommand(),
                new SampleCommand());
    }

    int run(String... args) {
        CommandLine line = new CommandLine(root);
        commands().forEach(line::addSubcommand);
        return line.setOut(out)
                .setErr(new PrintWriter(surroundings.err(), true, StandardCharsets.UTF_8))
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setExpandAtFiles(false)
                .setParameterExceptionHandler((e, words) -> number(usage(e)))
                .setExecutionStrategy(this::execute)
                .execute(args);
    }

    private int execute(ParseResult parsed) {
        Integer help = CommandLine.executeHelpRequest(parsed);
        if (help != null) {
            return number(told(ExitCode.DONE));
        }
        if (!parsed.hasSubcommand()) {
            throw new ParameterException(parsed.commandSpec().commandLine(), "Expected a command, but found none");
        }
        JobCommand command = (JobCommand) parsed.subcommand().commandSpec().userObject();
        return number(run(command, parsed.subcommand()));
    }

    private ExitCode run(JobCommand command, ParseResult parsed) {
        if (!surroundings.keepsFileNames()) {
            say("File names must be UTF-8 but this JVM takes them as " + surroundings.nameEncoding()
                    + "; set LC_ALL=C.UTF-8");
            return ExitCode.USAGE;
        }
        try {
            JobOutcome outcome = outcome(command.call());
            out.print(VisibleText.lines(outcome.text()));
            return command.onlyTells() ? told(outcome.status()) : done(outcome.status());
        } catch (ParameterException e) {
            throw e;
        } catch (RecordedFailureException e) {
            tell(e.failure(), parsed);
            return ExitCode.RECORDED_FAILURE;
        } catch (Exception e) {
            // Scala throws checked exceptions that no signature names.
            tell(e, parsed);
            return ExitCode.of(e);
        }
    }

    /** Exit code of a command that only prints: failed if standard output is lost. */
    private ExitCode told(ExitCode code) {
        Optional<String> lost = lost();
        lost.ifPresent(this::say);
        return lost.isPresent() && code.code() == 0 ? ExitCode.FAILED : code;
    }

    /** Exit code of a command with side effects; unchanged if standard output is lost. */
    private ExitCode done(ExitCode code) {
        lost().ifPresent(lost -> say(lost + ", but not what was done, as exit code " + code.code() + " tells"));
        return code;
    }

    private Optional<String> lost() {
        out.flush();
        return result.failure().map(reason -> "Cannot write to standard output: " + reason + "; the result is lost");
    }

    private JobOutcome outcome(JobCommand.Call call) throws IOException {
        try (Progress progress = Progress.on(surroundings.err(), surroundings.terminalColumns(), System::nanoTime)) {
            return call.on(jobs.apply(progress));
        }
    }

    private void tell(Throwable e, ParseResult parsed) {
        boolean expected =
                e instanceof SettingsException || e instanceof IOException || e instanceof UncheckedIOException;
        if (!expected) {
            say("Unexpected error; please report it with what follows");
            say(trace(e));
        } else if (root.isVerbose() || surroundings.wantsStackTraces()) {
            say(trace(e));
        } else {
            String sentence = sentence(e instanceof UncheckedIOException && e.getCause() != null ? e.getCause() : e);
            say(e instanceof SettingsException ? sentence : sentence + folders(parsed));
        }
    }

    /** A line with the folders that the paths of a message are relative to; nothing where a command has none. */
    private static String folders(ParseResult command) {
        List<String> folders = new ArrayList<>();
        for (String option : FOLDERS) {
            if (command.hasMatchedOption(option)) {
                // A command that can do without has an Optional.
                command.matchedOption(option).typedValues().stream()
                        .filter(URI.class::isInstance)
                        .forEach(uri -> folders.add(option + " " + uri));
            }
        }
        return folders.isEmpty() ? "" : "\nPaths are relative to " + String.join(" or ", folders);
    }

    private static String trace(Throwable e) {
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace));
        return trace.toString().stripTrailing();
    }

    private static String sentence(Throwable e) {
        // The message of a FileSystemException without a reason is a bare path.
        boolean bare = e instanceof FileSystemException file && file.getReason() == null;
        return bare || e.getMessage() == null ? e.toString() : e.getMessage();
    }

    private ExitCode usage(ParameterException e) {
        PrintWriter err = e.getCommandLine().getErr();
        err.println(VisibleText.lines(String.valueOf(e.getMessage())));
        if (!UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("See: " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        }
        return ExitCode.USAGE;
    }

    private int number(ExitCode code) {
        return surroundings.isClusterDriver() ? code.codeInCluster() : code.code();
    }

    private void say(String message) {
        surroundings.err().print(VisibleText.lines(message) + "\n");
        surroundings.err().flush();
    }
}

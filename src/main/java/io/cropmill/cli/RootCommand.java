package io.cropmill.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The words before and beside any command. */
@Command(
        name = "cropmill",
        description = "Turns padded LiDAR crops into ragged NumPy pairs and raster caches.",
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = RootCommand.JarVersion.class,
        footer = {
            "",
            "Exit codes: 0 done; 1 unexpected, or bad recordings; 2 usage or settings;",
            "3 published, bad recordings skipped; 4 validation failed, nothing published;",
            "5 another rebuild holds the lock."
        })
@SuppressWarnings("UnusedVariable") // The parser itself acts on help and version.
final class RootCommand {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            scope = ScopeType.INHERIT,
            description = "Shows this help.")
    private boolean help;

    @Option(
            names = {"-V", "--version"},
            versionHelp = true,
            description = "Shows the version.")
    private boolean version;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Shows stack traces of expected errors, too.")
    private boolean verbose;

    boolean isVerbose() {
        return verbose;
    }

    /** Reads the jar's manifest. */
    static final class JarVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = RootCommand.class.getPackage().getImplementationVersion();
            return new String[] {"cropmill " + (version == null ? "(not from a jar)" : version)};
        }
    }
}

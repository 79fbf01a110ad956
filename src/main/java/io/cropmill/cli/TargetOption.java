package io.cropmill.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** The option of commands that need a folder of a dataset. */
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class TargetOption {
    @Option(
            names = "--target",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of the dataset, a URI or a path on this machine.")
    private URI uri;

    URI uri() {
        return uri;
    }
}

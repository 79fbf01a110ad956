package io.cropmill.cli;

import java.net.URI;
import picocli.CommandLine.Option;

/** The option of commands that need a folder of recordings. */
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class SourceOption {
    @Option(
            names = "--source",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of recordings, a URI, or a path on this machine, also where fs.defaultFS is HDFS.")
    private URI uri;

    URI uri() {
        return uri;
    }
}

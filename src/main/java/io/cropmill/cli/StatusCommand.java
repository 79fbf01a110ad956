package io.cropmill.cli;

import io.cropmill.spark.StatusRequest;
import java.net.URI;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code status}. */
@Command(
        name = "status",
        description = "Shows the live version, the others, pins, the last result and who holds the lock.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class StatusCommand implements JobCommand {
    @Option(
            names = "--target",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of the dataset.")
    private URI target;

    @Option(names = "--json", description = "For a program.")
    private boolean json;

    @Override
    public Call call() {
        StatusRequest request = new StatusRequest(target, json ? StatusRequest.Form.JSON : StatusRequest.Form.TEXT);
        return jobs -> jobs.status(request);
    }
}

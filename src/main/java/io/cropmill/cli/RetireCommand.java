package io.cropmill.cli;

import io.cropmill.spark.RetireRequest;
import java.net.URI;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code retire}. */
@Command(
        name = "retire",
        description =
                "Proves recordings, every crop and byte, and marks them so that their owner may delete the source."
                        + " Never deletes a source.",
        sortOptions = false,
        sortSynopsis = false)
@SuppressWarnings("NullAway.Init") // The parser sets required options before anything is called.
final class RetireCommand implements JobCommand {
    @Option(
            names = "--recording",
            required = true,
            arity = "1..*",
            paramLabel = "NAME",
            description = "Recordings, each as its path under the source without extension; repeatable.")
    private List<String> recordings;

    @Option(
            names = "--source",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of recordings, a path or a URI.")
    private URI source;

    @Option(
            names = "--target",
            required = true,
            paramLabel = "URI",
            converter = FolderConverter.class,
            description = "Folder of the dataset.")
    private URI target;

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Call call() {
        RetireRequest request = new RetireRequest(source, target, recordings, options.load());
        return jobs -> jobs.retire(request);
    }
}

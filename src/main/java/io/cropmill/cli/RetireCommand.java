package io.cropmill.cli;

import io.cropmill.job.Jobs.RetireRequest;
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

    @Mixin
    private SourceOption source = new SourceOption();

    @Mixin
    private TargetOption target = new TargetOption();

    @Option(
            names = "--accept-loss",
            description = "Retires recordings whose sources hold what the dataset does not (points over the cap, fields"
                    + " that settings leave out, values in padding), too, and writes into the certificates what will be lost; without it"
                    + " nothing is retired then, and the losses are listed.")
    private boolean acceptLoss;

    @Mixin
    private SettingsOptions options = new SettingsOptions();

    @Override
    public Call call() {
        RetireRequest request = new RetireRequest(
                source.uri(),
                target.uri(),
                recordings,
                options.load(),
                acceptLoss ? RetireRequest.OnLoss.ACCEPT : RetireRequest.OnLoss.REFUSE);
        return jobs -> jobs.retire(request);
    }
}

package dev.yorozu.bench.user;

import dev.yorozu.bench.measure.Measuring;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A limit on one hot key of Redis, within one process, beside Bucket4j. */
@Command(
        name = "limit",
        description = "One limit on one key of Redis within one process, beside Bucket4j, both on Lettuce.",
        mixinStandardHelpOptions = true)
public final class LimitBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,64,256",
            description = "Callers at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Override
    public Integer call() {
        measuring.announce(spec);
        try (HotLimit limit = new HotLimit()) {
            limit.measure(measuring.duel(), callers);
        }
        return 0;
    }
}

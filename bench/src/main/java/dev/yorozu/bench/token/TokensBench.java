package dev.yorozu.bench.token;

import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Versions;
import dev.yorozu.bench.store.Engine;
import dev.yorozu.bench.store.RedisEngine;
import dev.yorozu.bench.store.RocksEngine;
import dev.yorozu.server.files.Trees;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tokens verified and renewed within one process, beside what both stand on. */
@Command(
        name = "tokens",
        description = {
            "Access tokens verified and refresh tokens rotated within one process, on the embedded store and on Redis,"
                    + " beside Nimbus, which checks signature and claims alone, and beside durable puts.",
        },
        mixinStandardHelpOptions = true)
public final class TokensBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,16,64,256",
            description = "Callers at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Option(names = "--users", defaultValue = "1000", description = "Users signed in (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds in which everything may compile itself first (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.println(Versions.describe());
        System.out.printf("%s; %,d users%n", measuring, users);
        System.out.printf(
                "command: ./yorozu bench %s%n%n",
                String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        Path scratch = measuring.scratch();
        try {
            measure(scratch);
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private void measure(Path scratch) throws Exception {
        TokensInProcess process = new TokensInProcess(measuring.duel(), Duration.ofSeconds(warmUp), callers, users);
        if (measuring.rocks()) {
            try (Engine engine = new RocksEngine(scratch.resolve("process"))) {
                process.measure(engine);
            }
        }
        if (measuring.redis()) {
            try (Engine engine = new RedisEngine()) {
                process.measure(engine);
            }
        }
    }
}

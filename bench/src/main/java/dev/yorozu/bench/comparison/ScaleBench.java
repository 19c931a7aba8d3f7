package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.session.DiscordFixture;
import dev.yorozu.bench.store.StoreScale;
import dev.yorozu.bench.store.Workload;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Whether an operation costs more when more is stored: in process, and a session check over HTTP. */
@Command(
        name = "scale",
        description =
                "The same operations on embedded stores of growing size, in turns: in process with all that is read"
                        + " in sorted files, and then session checks over HTTP at one rate.",
        mixinStandardHelpOptions = true)
public final class ScaleBench implements Callable<Integer> {
    /** Uses are not noted: of millions of sessions nearly each would be the first in a while, of a few nearly none. */
    static final String SETTINGS = """
            systems:
              discord:
                clientId: bench
                clientSecret: bench
                session:
                  touchEvery: 1d
                rates:
                  me: 1000000
            """;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--keys",
            split = ",",
            defaultValue = "100000,10000000",
            description = "Sizes of the stores in process (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--callers",
            defaultValue = "16",
            description = "Callers, or connections, at once (default ${DEFAULT-VALUE}).")
    private int callers;

    @Option(
            names = "--rate",
            defaultValue = "2000",
            description = "Session checks a second over HTTP (default ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds in which each server may compile itself (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Override
    public Integer call() throws Exception {
        measuring.announce(spec);
        Path scratch = measuring.scratch();
        try {
            StoreScale scale = new StoreScale(measuring.duel(), callers, scratch);
            scale.measure(sizes);
            overHttp(scale, scratch);
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private void overHttp(StoreScale scale, Path scratch) throws IOException {
        Table table = new Table("session checks over HTTP", "sessions", "p50 µs", "p99 µs", "p50 to the first");
        try (Sides sides = new Sides()) {
            List<Side.Ready> ready = new ArrayList<>();
            for (int size : sizes) {
                Path data = OwnerOnly.directory(scratch.resolve("data" + size));
                ServerProcess server = sides.ending(ServerProcess.yorozu(
                        List.of(),
                        ServerProcess.settings(data, SETTINGS),
                        "rocksdb:" + scale.directory(size),
                        scratch.resolve(size + ".log")));
                Supplier<Talk> client = () -> DiscordFixture.checks(size, Workload::sid);
                ready.add(new Side.Ready(Table.number(size), server, client, Optional.empty(), true));
            }
            sides.connect(ready, callers);
            sides.warmUp(Duration.ofSeconds(warmUp));
            for (Side side : sides.all()) {
                side.pace(rate, measuring.turn().multipliedBy(10));
                double first = sides.all().getFirst().latency(0.5);
                table.row(
                        String.format("at %,.0f/s", rate),
                        side.name(),
                        Table.number(side.latency(0.5)),
                        Table.number(side.latency(0.99)),
                        Table.ratio(side.latency(0.5) / first));
            }
        }
        System.out.println(table);
    }
}

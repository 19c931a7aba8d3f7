package dev.yorozu.bench.comparison;

import dev.yorozu.bench.http.Answer;
import dev.yorozu.bench.http.LaunchProperties;
import dev.yorozu.bench.http.Requests;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Talk;
import dev.yorozu.bench.http.Visitors;
import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Usage;
import dev.yorozu.bench.session.DiscordFixture;
import dev.yorozu.bench.store.Workload;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How long a server takes to its first answer, and how much memory it holds, as the script starts it. */
@Command(
        name = "start",
        description =
                "The first answer of ./yorozu serve with an empty store and with a full one, beside a bare Helidon"
                        + " program; its memory when idle and after sessions were checked for minutes.",
        mixinStandardHelpOptions = true)
public final class StartBench implements Callable<Integer> {
    private static final Duration IDLE = Duration.ofSeconds(10);
    private static final double MEGABYTE = 1e6;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--keys",
            defaultValue = "1000000",
            description = "Keys in the full store (default ${DEFAULT-VALUE}).")
    private int keys;

    @Option(
            names = "--minutes",
            defaultValue = "10",
            description = "How long sessions are checked before memory is looked at again (default ${DEFAULT-VALUE}).")
    private int minutes;

    @Option(names = "--callers", defaultValue = "64", description = "Connections at once (default ${DEFAULT-VALUE}).")
    private int callers;

    private Path scratch = Path.of("");

    /** Starts a server. */
    private interface Starting {
        ServerProcess start() throws IOException;
    }

    @Override
    public Integer call() throws Exception {
        measuring.announce(spec);
        scratch = measuring.scratch();
        try {
            Path empty = settings("empty");
            Path full = settings("full");
            try (RocksStore store = RocksStore.open(scratch.resolve("full-store"))) {
                new Workload(store, keys).fill();
            }
            starts(empty, full);
            memory(full);
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private Path settings(String name) throws IOException {
        Path data = OwnerOnly.directory(scratch.resolve(name));
        return ServerProcess.settings(data, ScaleBench.SETTINGS);
    }

    /** As people start it: by the script, with its flags. */
    private ServerProcess yorozu(Path settings, String store) throws IOException {
        List<String> command = new ArrayList<>(List.of(LaunchProperties.of("yorozu.bench.command"), "serve"));
        command.addAll(List.of("--port", "0", "--config", settings.toString()));
        command.addAll(List.of("--store", "rocksdb:" + scratch.resolve(store)));
        return ServerProcess.start(command, scratch.resolve("yorozu.log"));
    }

    private void starts(Path empty, Path full) throws IOException {
        Path reply = Files.writeString(scratch.resolve("reply.http"), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
        List<Starting> startings = List.of(
                () -> ServerProcess.bare(reply, scratch.resolve("bare.log")),
                () -> yorozu(empty, "empty-store"),
                () -> yorozu(full, "full-store"));
        double[][] millis = new double[startings.size()][measuring.rounds()];
        // The first round fills the machine's caches of files, and lets Yorozu keep what it keeps for later starts.
        startings.forEach(this::firstAnswer);
        for (int round = 0; round < measuring.rounds(); round++) {
            for (int i = 0; i < startings.size(); i++) {
                millis[i][round] = firstAnswer(startings.get(i));
            }
        }
        Table table = new Table("first answer", "ms", "÷ bare");
        List<String> names = List.of("bare Helidon", "Yorozu, empty store", "Yorozu, %,d keys".formatted(keys));
        double bare = Duel.median(millis[0]);
        for (int i = 0; i < names.size(); i++) {
            double median = Duel.median(millis[i]);
            table.row(names.get(i), Table.number(median), Table.ratio(median / bare));
        }
        System.out.println(table);
    }

    /** Milliseconds from the start of a process to its first answer. */
    private double firstAnswer(Starting starting) {
        long begun = System.nanoTime();
        try (ServerProcess server = starting.start()) {
            Answer first = Visitors.sample(server.port(), Talk.of(() -> Requests.get("/healthz"), ""));
            double millis = (System.nanoTime() - begun) / 1e6;
            System.err.printf("%d after %.0f ms%n", first.status(), millis);
            return millis;
        } catch (IOException e) {
            throw new IllegalStateException("A server did not answer", e);
        }
    }

    private void memory(Path settings) throws IOException, InterruptedException {
        Table table = new Table("memory of Yorozu, %,d keys".formatted(keys), "resident MB");
        try (ServerProcess server = yorozu(settings, "full-store")) {
            Thread.sleep(IDLE);
            table.row("idle", Table.number(Usage.resident(server.handle()) / MEGABYTE));
            List<Talk> talks = Stream.generate(() -> DiscordFixture.checks(keys, Workload::sid))
                    .limit(callers)
                    .toList();
            try (Visitors visitors = new Visitors(server.port(), talks)) {
                visitors.rate(Duration.ofMinutes(minutes));
            }
            table.row(
                    "after %d minutes of session checks".formatted(minutes),
                    Table.number(Usage.resident(server.handle()) / MEGABYTE));
        }
        System.out.println(table);
    }
}

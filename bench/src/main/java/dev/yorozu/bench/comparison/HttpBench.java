package dev.yorozu.bench.comparison;

import dev.yorozu.bench.app.AppsFixture;
import dev.yorozu.bench.door.DoorsFixture;
import dev.yorozu.bench.http.Answer;
import dev.yorozu.bench.http.Fixture;
import dev.yorozu.bench.http.Peer;
import dev.yorozu.bench.http.Row;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.http.Visitors;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Relaxed;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Versions;
import dev.yorozu.bench.nostalgic.NostalgicFixture;
import dev.yorozu.bench.patreon.PatreonFixture;
import dev.yorozu.bench.session.DiscordFixture;
import dev.yorozu.bench.token.TokensFixture;
import dev.yorozu.bench.user.UsersFixture;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.server.files.Trees;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Each piece of work of every system over HTTP, beside a bare Helidon handler that gives the same reply. */
@Command(
        name = "http",
        description = {
            "The work of every system over HTTP, beside a bare Helidon handler with the same reply: answers a second with"
                    + " all callers at once, processor time of the server and bytes allocated for each answer, and how long"
                    + " answers take at half the rate of the slowest side.",
        },
        mixinStandardHelpOptions = true)
public final class HttpBench implements Callable<Integer> {
    @Mixin
    private final Choice choice = new Choice();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    private final Table table = new Table(
            "row",
            "server",
            "answers/s",
            "Yorozu ÷",
            "CPU µs",
            "÷ Yorozu",
            "Redis µs",
            "kB",
            "at /s",
            "p50 µs",
            "p99 µs");

    @Override
    public Integer call() throws Exception {
        System.out.println(LocalDate.now() + ", " + Machine.describe());
        System.out.println(Versions.describe());
        System.out.println(choice);
        System.out.printf(
                "every JVM: java %s%ncommand: ./yorozu bench %s%n%n",
                String.join(" ", ServerProcess.FLAGS),
                String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        try (Fixture discord = new DiscordFixture(choice.users());
                Fixture tokens = new TokensFixture(choice.users());
                Fixture users = new UsersFixture(choice.users());
                Fixture patreon = new PatreonFixture(choice.users());
                Fixture nostalgic = new NostalgicFixture();
                Fixture doors = new DoorsFixture(choice.users());
                Fixture apps = new AppsFixture(choice.users())) {
            for (Fixture fixture : List.of(discord, tokens, users, patreon, nostalgic, doors, apps)) {
                List<Row> rows =
                        fixture.rows().stream().filter(choice::includes).toList();
                if (!rows.isEmpty()) {
                    measure(fixture, rows);
                }
            }
        }
        System.out.println(table);
        return 0;
    }

    private void measure(Fixture fixture, List<Row> rows) throws IOException {
        Path scratch = choice.scratch();
        Path data = OwnerOnly.directory(scratch.resolve("data"));
        Path settings = ServerProcess.settings(data, choice.settings() + fixture.settings());
        Optional<RedisProcess> redis = choice.redis();
        try {
            String url = redis.map(RedisProcess::url).orElse("rocksdb:" + scratch.resolve("store"));
            long begun = System.nanoTime();
            try (Store store = new Relaxed(open(redis, scratch.resolve("store")))) {
                fixture.seed(store, ServerProcess.read(settings));
            }
            try (ServerProcess server =
                    ServerProcess.yorozu(choice.flags(), settings, url, scratch.resolve("yorozu.log"))) {
                fixture.prepare(server.port());
                System.err.printf("prepared in %d s%n", (System.nanoTime() - begun) / 1_000_000_000);
                for (Row row : rows) {
                    measure(row, server, scratch, redis);
                }
            }
        } finally {
            redis.ifPresent(RedisProcess::close);
            Trees.delete(scratch);
        }
    }

    private static Store open(Optional<RedisProcess> redis, Path directory) {
        return redis.isPresent()
                ? RedisStore.open(RedisSettings.of(redis.get().url()), Limits.DEFAULT, StoreObserver.NONE)
                : RocksStore.open(directory);
    }

    private void measure(Row row, ServerProcess yorozu, Path scratch, Optional<RedisProcess> redis) throws IOException {
        System.err.println(row.name() + " …");
        Answer reply = Visitors.sample(yorozu.port(), row.client().get());
        Path file = Files.write(OwnerOnly.temporaryFile(scratch.resolve("reply"), ".http"), reply.toArray());
        Optional<ProcessHandle> handle = redis.flatMap(process -> ProcessHandle.of(process.pid()));
        List<Side.Ready> ready = new ArrayList<>();
        ready.add(new Side.Ready("Yorozu", yorozu, row.client(), handle, true));
        try (Sides sides = new Sides()) {
            ServerProcess bare = sides.ending(ServerProcess.bare(file, scratch.resolve("bare.log")));
            ready.add(new Side.Ready("bare Helidon", bare, row.client(), Optional.empty(), true));
            for (Peer peer : redis.isPresent() ? choice.of(row.peers()) : List.<Peer>of()) {
                ServerProcess server = sides.ending(peer.start(redis.get().url(), scratch.resolve("peer.log")));
                ready.add(new Side.Ready(peer.name(), server, peer.clients(server.port()), handle, peer.onJvm()));
            }
            sides.connect(ready, choice.callers());
            sides.warmUp(choice.warmUp());
            run(row, sides.all());
        }
    }

    private void run(Row row, List<Side> sides) throws IOException {
        for (int round = 0; round < choice.rounds(); round++) {
            for (Side side : sides) {
                side.turn(choice.turn());
            }
        }
        double pace = choice.pace(
                sides.stream().map(Side::rate).min(Comparator.naturalOrder()).orElseThrow());
        for (Side side : sides) {
            side.pace(pace, choice.turn().multipliedBy(choice.rounds()));
        }
        sides.forEach(side -> report(row, side, sides.getFirst(), pace));
    }

    private void report(Row row, Side side, Side yorozu, double pace) {
        String[] cells = {
            row.name(),
            side.name(),
            Table.number(side.rate()),
            Table.ratio(yorozu.rate() / side.rate()),
            Table.tenth(side.processor()),
            Table.ratio(side.processor() / yorozu.processor()),
            side.redis().isPresent() ? Table.tenth(side.redis().getAsDouble()) : "",
            side.bytes().isPresent() ? Table.tenth(side.bytes().getAsDouble() / 1000) : "",
            Table.number(pace),
            Table.number(side.latency(0.5)),
            Table.number(side.latency(0.99))
        };
        table.row(cells);
        System.err.println(String.join("  ", cells));
    }
}

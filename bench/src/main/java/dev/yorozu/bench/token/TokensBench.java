package dev.yorozu.bench.token;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Trees;
import dev.yorozu.bench.measure.Versions;
import dev.yorozu.bench.store.Engine;
import dev.yorozu.bench.store.RedisEngine;
import dev.yorozu.bench.store.RocksEngine;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.redis.RedisSettings;
import dev.yorozu.store.redis.RedisStore;
import dev.yorozu.store.rocks.RocksStore;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Tokens verified and renewed, within one process and over HTTP, beside what both stand on. */
@Command(
        name = "tokens",
        description = {
            "Access tokens verified and refresh tokens rotated, on the embedded store and on Redis.",
            "In process beside Nimbus, which checks signature and claims alone, and beside durable puts; over HTTP beside"
                    + " a bare Helidon handler."
        },
        mixinStandardHelpOptions = true)
public final class TokensBench implements Callable<Integer> {
    private static final int WARMING_CALLERS = 16;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,16,64,256",
            description = "Callers or connections at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Option(names = "--users", defaultValue = "1000", description = "Users signed in (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds in which everything may compile itself first (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--skip", paramLabel = "PART", description = "process or http; neither by default.")
    private String skip = "";

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
            if (!skip.equals("process")) {
                inProcess(scratch);
            }
            if (!skip.equals("http")) {
                overHttp(scratch);
            }
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private void inProcess(Path scratch) throws Exception {
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

    private void overHttp(Path scratch) throws IOException {
        System.out.printf("every server: java %s%n%n", String.join(" ", ServerProcess.FLAGS));
        int renewing =
                WARMING_CALLERS + callers.stream().mapToInt(Integer::intValue).sum();
        TokenServers servers = new TokenServers(scratch, users, renewing);
        List<TokenServers.Ready> ready = new ArrayList<>();
        List<Contender> all = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                Path store = scratch.resolve("store");
                ready.add(servers.yorozu("embedded", "rocksdb:" + store, RocksStore.open(store)));
            }
            if (measuring.redis()) {
                RedisStore store = RedisStore.open(RedisSettings.of(redis.url()), Limits.DEFAULT, StoreObserver.NONE);
                ready.add(servers.yorozu("redis", redis.url(), store));
            }
            ready.forEach(each -> all.add(each.contender()));
            all.add(servers.bare(all.getFirst()));
            measure(ready, all.getLast());
        } finally {
            all.forEach(Contender::close);
        }
    }

    private void measure(List<TokenServers.Ready> ready, Contender bare) throws IOException {
        TokensOverHttp http = new TokensOverHttp(measuring.duel(), ready, bare);
        System.err.println("Warming up " + (ready.size() + 1) + " servers …");
        http.warmUp(WARMING_CALLERS, Duration.ofSeconds(warmUp));
        Table verify = http.table("verify over HTTP");
        Table rotate = http.table("rotate over HTTP");
        for (int count : callers) {
            System.err.println(count + " callers over HTTP …");
            http.verify(verify, count);
            http.rotate(rotate, count);
        }
        System.out.println(verify);
        System.out.println(rotate);
    }
}

package dev.yorozu.bench;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every request of a signed-in user costs, over HTTP; and a limit on one hot key beside Bucket4j. */
@Command(
        name = "users",
        description = {
            "Sessions checked, cached profiles read and limits checked over HTTP, on the embedded store and on Redis,"
                    + " beside a bare Helidon handler.",
            "Then one limit on one key of Redis, beside Bucket4j on Lettuce."
        },
        mixinStandardHelpOptions = true)
final class UsersBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Mixin
    private final HttpDuel http = new HttpDuel();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(names = "--users", defaultValue = "100", description = "People signed in (default ${DEFAULT-VALUE}).")
    private int users;

    @Option(names = "--skip", paramLabel = "PART", description = "http or limit; neither by default.")
    private String skip = "";

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.println(Versions.describe());
        System.out.println(measuring);
        System.out.printf(
                "command: ./yorozu bench %s%n%n",
                String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        if (!skip.equals("http")) {
            Path scratch = measuring.scratch();
            try {
                overHttp(scratch);
            } finally {
                Trees.delete(scratch);
            }
        }
        if (!skip.equals("limit")) {
            try (HotLimit limit = new HotLimit()) {
                limit.measure(measuring.duel(), http.callers());
            }
        }
        return 0;
    }

    private void overHttp(Path scratch) throws IOException {
        System.out.printf("every server: java %s%n%n", String.join(" ", ServerProcess.FLAGS));
        UserServers servers = new UserServers(scratch, users);
        List<HttpDuel.Ready> ready = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                ready.add(servers.yorozu("embedded", "rocksdb:" + scratch.resolve("store")));
            }
            if (measuring.redis()) {
                ready.add(servers.yorozu("Redis", redis.url()));
            }
            http.measure(measuring.duel(), scratch, ready);
        } finally {
            ready.forEach(HttpDuel.Ready::close);
        }
    }
}

package dev.yorozu.bench.nostalgic;

import dev.yorozu.bench.http.HttpDuel;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Trees;
import dev.yorozu.bench.measure.Versions;
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

/** What visitors of a page do with its widgets, over HTTP; and whether large boards and rankings cost more. */
@Command(
        name = "nostalgic",
        description = {
            "Visits, likes, scores and pages read over HTTP, on the embedded store, durable and relaxed, and on Redis,"
                    + " beside a bare Helidon handler.",
            "Then pages of boards and places in rankings of growing size, within one process."
        },
        mixinStandardHelpOptions = true)
public final class NostalgicBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Mixin
    private final HttpDuel http = new HttpDuel();

    @Option(names = "--skip", paramLabel = "PART", description = "http or scale; neither by default.")
    private String skip = "";

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.println(Versions.describe());
        System.out.println(measuring);
        System.out.printf(
                "command: ./yorozu bench %s%n%n",
                String.join(" ", spec.commandLine().getParseResult().originalArgs()));
        Path scratch = measuring.scratch();
        try {
            if (!skip.equals("http")) {
                overHttp(scratch);
            }
            if (!skip.equals("scale")) {
                new NostalgicScale(measuring, scratch).measure();
            }
        } finally {
            Trees.delete(scratch);
        }
        return 0;
    }

    private void overHttp(Path scratch) throws IOException {
        System.out.printf("every server: java %s%n%n", String.join(" ", ServerProcess.FLAGS));
        NostalgicServers servers = new NostalgicServers(scratch);
        List<HttpDuel.Ready> ready = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                ready.add(servers.yorozu("durable", "rocksdb:" + scratch.resolve("one"), "durable"));
                ready.add(servers.yorozu("relaxed", "rocksdb:" + scratch.resolve("two"), "relaxed"));
            }
            if (measuring.redis()) {
                ready.add(servers.yorozu("Redis", redis.url(), "durable"));
            }
            http.measure(measuring.duel(), scratch, ready);
        } finally {
            ready.forEach(HttpDuel.Ready::close);
        }
    }
}

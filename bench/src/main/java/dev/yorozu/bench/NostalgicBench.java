package dev.yorozu.bench;

import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
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

/** What visitors of a page do with its widgets, over HTTP; and whether large boards and rankings cost more. */
@Command(
        name = "nostalgic",
        description = {
            "Visits, likes, scores and pages read over HTTP, on the embedded store, durable and relaxed, and on Redis,"
                    + " beside a bare Helidon handler.",
            "Then pages of boards and places in rankings of growing size, within one process."
        },
        mixinStandardHelpOptions = true)
final class NostalgicBench implements Callable<Integer> {
    private static final int WARMING_CALLERS = 16;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,64,256",
            description = "Connections at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Option(
            names = "--warm-up",
            defaultValue = "5",
            description = "Seconds in which each server may compile itself for each work (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(
            names = "--work",
            paramLabel = "NAME",
            description = "Measures over HTTP only what has this in its name; everything by default.")
    private String chosen = "";

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
        List<NostalgicServers.Ready> ready = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                ready.add(servers.yorozu("durable", "rocksdb:" + scratch.resolve("one"), "durable"));
                ready.add(servers.yorozu("relaxed", "rocksdb:" + scratch.resolve("two"), "relaxed"));
            }
            if (measuring.redis()) {
                ready.add(servers.yorozu("Redis", redis.url(), "durable"));
            }
            Table table = table(ready);
            for (int work = 0; work < ready.getFirst().work().size(); work++) {
                if (ready.getFirst().work().get(work).name().contains(chosen)) {
                    measure(table, servers, ready, work);
                }
            }
            System.out.println(table);
        } finally {
            ready.forEach(each -> each.contender().close());
        }
    }

    private static Table table(List<NostalgicServers.Ready> ready) {
        List<String> headings = new ArrayList<>(List.of("over HTTP", "callers"));
        ready.forEach(each -> headings.add(each.contender().name() + "/s"));
        headings.add("bare/s");
        ready.forEach(each -> headings.add("ratio"));
        return new Table(headings.toArray(String[]::new));
    }

    private void measure(Table table, NostalgicServers servers, List<NostalgicServers.Ready> ready, int index)
            throws IOException {
        String name = ready.getFirst().work().get(index).name();
        System.err.println(name + " …");
        try (Contender bare =
                servers.bare(ready.getFirst(), ready.getFirst().work().get(index))) {
            List<NostalgicServers.Ready> all = new ArrayList<>(ready);
            all.add(new NostalgicServers.Ready(bare, ready.getFirst().work()));
            row(new Duel(1, Duration.ofSeconds(warmUp)), all, index, WARMING_CALLERS);
            for (int count : callers) {
                double[] rates = row(measuring.duel(), all, index, count);
                List<String> cells = new ArrayList<>(List.of(name, Integer.toString(count)));
                for (double rate : rates) {
                    cells.add(Table.number(rate));
                }
                for (int i = 0; i < ready.size(); i++) {
                    cells.add(Table.ratio(rates[i] / rates[ready.size()]));
                }
                table.row(cells.toArray(String[]::new));
                System.err.println(String.join("  ", cells));
            }
        }
    }

    private static double[] row(Duel duel, List<NostalgicServers.Ready> all, int index, int count) throws IOException {
        List<Contender.Crowd> crowds = new ArrayList<>();
        for (NostalgicServers.Ready each : all) {
            crowds.add(each.contender()
                    .crowd(Stream.generate(() -> each.work().get(index).talk())
                            .limit(count)
                            .toList()));
        }
        try {
            return duel.rates(List.copyOf(crowds));
        } finally {
            crowds.forEach(Contender.Crowd::close);
        }
    }
}

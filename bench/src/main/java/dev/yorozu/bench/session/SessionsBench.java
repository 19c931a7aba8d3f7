package dev.yorozu.bench.session;

import dev.yorozu.bench.http.Contender;
import dev.yorozu.bench.http.ServerProcess;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Trees;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The session check over HTTP beside a server that checks nothing and beside Spring Session, all in turns. */
@Command(
        name = "sessions",
        description = "Session checks over HTTP: Yorozu on its own store beside a bare Helidon handler, and Yorozu on"
                + " Redis beside Spring Session on the same redis-server.",
        mixinStandardHelpOptions = true)
public final class SessionsBench implements Callable<Integer> {
    private static final int WARMING_CALLERS = 16;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,16,64",
            description = "Connections at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Option(names = "--sessions", defaultValue = "10000", description = "Sessions to check (default ${DEFAULT-VALUE}).")
    private int sessions;

    @Option(
            names = "--warm-up",
            defaultValue = "20",
            description = "Seconds in which each server may compile itself (default ${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--access-log", description = "Let Yorozu log every request; neither peer does.")
    private boolean accessLog;

    /** Yorozu and the peer that it is compared with. */
    private record Pair(String title, Contender ours, Contender theirs) {
        List<Contender> both() {
            return List.of(ours, theirs);
        }
    }

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.printf("%s; %,d sessions%n", measuring, sessions);
        System.out.printf(
                "every server: java %s; access log of Yorozu %s%n%n",
                String.join(" ", ServerProcess.FLAGS), accessLog ? "on" : "off");
        Path scratch = measuring.scratch();
        Contenders contenders = new Contenders(scratch, Person.many(sessions), accessLog);
        List<Pair> pairs = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                Contender ours = contenders.embedded();
                pairs.add(new Pair("Yorozu, embedded store; bare Helidon", ours, contenders.bare(ours)));
            }
            if (measuring.redis()) {
                pairs.add(new Pair(
                        "Yorozu on Redis; Spring Session on Redis",
                        contenders.redis(redis.url()),
                        contenders.spring(redis.url())));
            }
            measure(pairs).forEach(System.out::println);
        } finally {
            pairs.stream().flatMap(pair -> pair.both().stream()).forEach(Contender::close);
            Trees.delete(scratch);
        }
        return 0;
    }

    private List<Table> measure(List<Pair> pairs) throws IOException {
        List<Contender> all =
                pairs.stream().flatMap(pair -> pair.both().stream()).toList();
        for (Contender contender : all) {
            System.err.println("Warming up " + contender.name() + " …");
            try (Contender.Crowd crowd = contender.crowd(WARMING_CALLERS)) {
                crowd.rate(Duration.ofSeconds(warmUp));
            }
        }
        List<Table> tables = pairs.stream()
                .map(pair -> new Table(
                        pair.title(), "callers", "Yorozu/s", "peer/s", "ratio", "Yorozu µs CPU", "peer µs CPU"))
                .toList();
        for (int count : callers) {
            System.err.println(count + " callers …");
            measure(all, count, tables);
        }
        return tables;
    }

    private void measure(List<Contender> all, int count, List<Table> tables) throws IOException {
        List<Contender.Crowd> crowds = new ArrayList<>();
        for (Contender contender : all) {
            crowds.add(contender.crowd(count));
        }
        double[] rates = measuring.duel().rates(List.copyOf(crowds));
        for (int i = 0; i < tables.size(); i++) {
            int ours = 2 * i;
            int theirs = ours + 1;
            tables.get(i)
                    .row(
                            "session check",
                            Integer.toString(count),
                            Table.number(rates[ours]),
                            Table.number(rates[theirs]),
                            Table.ratio(rates[ours] / rates[theirs]),
                            Table.number(crowds.get(ours).processorMicros()),
                            Table.number(crowds.get(theirs).processorMicros()));
        }
        crowds.forEach(Contender.Crowd::close);
    }
}

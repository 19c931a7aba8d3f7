package dev.yorozu.bench.door;

import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.store.RedisBenchmark;
import dev.yorozu.server.config.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The door for Redis clients beside a redis-server, both asked by redis-benchmark, in turns. */
@Command(
        name = "doors",
        description = "The door for Redis clients on each store, beside a redis-server: redis-benchmark asks both.",
        mixinStandardHelpOptions = true)
public final class DoorsBench implements Callable<Integer> {
    private static final int CALLERS = 50;
    private static final int VALUE_BYTES = 64;
    /** The first turns show how many commands a turn has; they warm up besides. */
    private static final int FIRST_REQUESTS = 100_000;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Option(
            names = "--commands",
            split = ",",
            defaultValue = "get,set,incr,lpush,zadd",
            description = "What is asked, as redis-benchmark -t calls it (default ${DEFAULT-VALUE}).")
    private List<String> commands = List.of();

    @Option(
            names = "--pipeline",
            split = ",",
            defaultValue = "1,16",
            description = "Commands that a client sends at once (default ${DEFAULT-VALUE}).")
    private List<Integer> pipelines = List.of();

    @Option(
            names = "--keys",
            defaultValue = "100000",
            description = "Different keys, and members of the sorted set (default ${DEFAULT-VALUE}).")
    private int keys;

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.printf(
                "Yorozu %s, %s; %d clients, values of %d bytes, %,d keys; %s%n%n",
                Version.text(), redisVersion(), CALLERS, VALUE_BYTES, keys, measuring);
        List<DoorServer> servers = new ArrayList<>();
        try {
            servers.add(DoorServer.redis());
            servers.add(DoorServer.yorozu("memory", "memory:", "relaxed", measuring.scratch()));
            if (measuring.rocks()) {
                for (String durability : List.of("relaxed", "durable")) {
                    Path data = measuring.scratch();
                    servers.add(DoorServer.yorozu(
                            "rocksdb, " + durability, "rocksdb:" + data.resolve("store"), durability, data));
                }
            }
            for (int pipeline : pipelines) {
                System.out.println(table(servers, pipeline));
            }
        } finally {
            servers.reversed().forEach(DoorServer::close);
        }
        return 0;
    }

    private Table table(List<DoorServer> servers, int pipeline) throws IOException, InterruptedException {
        Table table = new Table("pipeline of " + pipeline, "server", "commands/s", "÷ redis-server", "CPU µs");
        for (String command : commands) {
            System.err.println(command + ", pipeline of " + pipeline + " …");
            List<List<DoorServer.Turn>> turns = turns(servers, command, pipeline);
            double redis = median(turns.getFirst(), DoorServer.Turn::rate);
            for (int i = 0; i < servers.size(); i++) {
                double rate = median(turns.get(i), DoorServer.Turn::rate);
                table.row(
                        i == 0 ? command.toUpperCase(Locale.ROOT) : "",
                        servers.get(i).name(),
                        Table.number(rate),
                        Table.ratio(rate / redis),
                        Table.tenth(median(turns.get(i), DoorServer.Turn::micros)));
            }
        }
        return table;
    }

    /** The turns of each server, which take them alternately. */
    private List<List<DoorServer.Turn>> turns(List<DoorServer> servers, String command, int pipeline)
            throws IOException, InterruptedException {
        List<Integer> requests = new ArrayList<>();
        List<List<DoorServer.Turn>> turns = new ArrayList<>();
        for (DoorServer server : servers) {
            double rate = server.turn(work(command, pipeline, FIRST_REQUESTS)).rate();
            requests.add((int) Math.max(1000, rate * measuring.turn().toSeconds()));
            turns.add(new ArrayList<>());
        }
        for (int round = 0; round < measuring.rounds(); round++) {
            for (int i = 0; i < servers.size(); i++) {
                turns.get(i).add(servers.get(i).turn(work(command, pipeline, requests.get(i))));
            }
        }
        return turns;
    }

    private RedisBenchmark.Work work(String command, int pipeline, int requests) {
        return new RedisBenchmark.Work(command, CALLERS, pipeline, requests, VALUE_BYTES, keys);
    }

    private static double median(List<DoorServer.Turn> turns, ToDoubleFunction<DoorServer.Turn> of) {
        return turns.stream()
                .mapToDouble(of)
                .boxed()
                .sorted(Comparator.naturalOrder())
                .skip(turns.size() / 2)
                .findFirst()
                .orElseThrow();
    }

    private static String redisVersion() throws IOException {
        Process process = new ProcessBuilder("redis-server", "--version").start();
        String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return line.replaceAll("(?s)^Redis server v=(\\S+).*", "redis-server $1");
    }
}

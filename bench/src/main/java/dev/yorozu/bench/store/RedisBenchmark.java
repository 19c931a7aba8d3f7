package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The program `redis-benchmark`, which comes with the server.
 *
 * @param options what all its runs are given beside what they measure: the port, and what else is needed to get in
 */
public record RedisBenchmark(List<String> options) {
    /** What is asked for, as `redis-benchmark -t` calls it. */
    public record Work(String test, int callers, int pipeline, int requests, int valueBytes, int keys) {}

    public static RedisBenchmark at(int port, String... more) {
        List<String> options = new ArrayList<>(List.of("-h", "127.0.0.1", "-p", Integer.toString(port)));
        options.addAll(List.of(more));
        return new RedisBenchmark(options);
    }

    /** One row a number of callers; each is one connection without pipelining. */
    Table table(List<Integer> callers) throws IOException, InterruptedException {
        Table table = new Table("redis-benchmark", "callers", "GET/s", "SET/s");
        for (int count : callers) {
            int requests = count == 1 ? 50_000 : 200_000;
            int bytes = Workload.SESSION.length();
            table.row(
                    "one connection a caller",
                    Integer.toString(count),
                    Table.number(rate(new Work("get", count, 1, requests, bytes, 1))),
                    Table.number(rate(new Work("set", count, 1, requests, bytes, 1))));
        }
        return table;
    }

    /** How many commands a second were answered. */
    public double rate(Work work) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("redis-benchmark", "--csv"));
        command.addAll(options);
        command.addAll(List.of("-t", work.test(), "-c", Integer.toString(work.callers())));
        command.addAll(List.of("-P", Integer.toString(work.pipeline()), "-n", Integer.toString(work.requests())));
        command.addAll(List.of("-d", Integer.toString(work.valueBytes()), "-r", Integer.toString(work.keys())));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("redis-benchmark failed: " + output);
        }
        // A line looks like "GET","61349.69",…; the first names the columns, and errors come before it.
        return output.lines()
                .filter(line -> line.regionMatches(
                        true, 1, work.test() + '"', 0, work.test().length() + 1))
                .mapToDouble(line -> Double.parseDouble(line.split("\",\"")[1]))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("redis-benchmark said of " + work + ": " + output));
    }
}

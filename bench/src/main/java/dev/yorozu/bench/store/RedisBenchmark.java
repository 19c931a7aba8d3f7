package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Table;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What `redis-benchmark`, which comes with the server, reaches on the same machine. */
final class RedisBenchmark {
    private RedisBenchmark() {}

    /** One row a number of callers; each is one connection without pipelining. */
    static Table table(int port, List<Integer> callers) throws IOException, InterruptedException {
        Table table = new Table("redis-benchmark", "callers", "GET/s", "SET/s");
        for (int count : callers) {
            List<String> lines = run(port, count);
            table.row("one connection a caller", Integer.toString(count), rate(lines, "GET"), rate(lines, "SET"));
        }
        return table;
    }

    private static List<String> run(int port, int callers) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("redis-benchmark", "-h", "127.0.0.1", "-p", Integer.toString(port)));
        command.addAll(List.of("-t", "set,get", "-d", Integer.toString(Workload.SESSION.length()), "-n"));
        command.addAll(List.of(callers == 1 ? "50000" : "200000", "-c", Integer.toString(callers), "--csv"));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("redis-benchmark failed: " + output);
        }
        return output.lines().toList();
    }

    /** Lines look like "GET","61349.69",… */
    private static String rate(List<String> lines, String command) {
        return lines.stream()
                .filter(line -> line.startsWith("\"" + command + "\""))
                .map(line -> Table.number(Double.parseDouble(line.split("\",\"")[1])))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("redis-benchmark said nothing of " + command));
    }
}

package dev.yorozu.bench.http;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Trees;
import dev.yorozu.server.files.OwnerOnly;
import dev.yorozu.store.testkit.redis.RedisProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Measures what clients do with servers over HTTP, beside a handler that answers the same and does nothing. */
public final class HttpDuel {
    private static final int WARMING_CALLERS = 16;

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

    /** A server, and what its clients do; the same for all servers that are compared. */
    public record Ready(Contender contender, List<HttpWork> work) implements AutoCloseable {
        @Override
        public void close() {
            contender.close();
        }
    }

    /** Starts a server of this name on the store of this URL, which writes all else below the directory. */
    @FunctionalInterface
    public interface Opening {
        Ready open(Path scratch, String name, String url) throws IOException;
    }

    /** Measures servers on the embedded store and on Redis, as far as they were chosen. */
    public void measure(Measuring measuring, Opening opening) throws IOException {
        System.out.printf("every server: java %s%n%n", String.join(" ", ServerProcess.FLAGS));
        Path scratch = measuring.scratch();
        List<Ready> ready = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start()) {
            if (measuring.rocks()) {
                ready.add(opening.open(scratch, "embedded", "rocksdb:" + scratch.resolve("store")));
            }
            if (measuring.redis()) {
                ready.add(opening.open(scratch, "Redis", redis.url()));
            }
            measure(measuring.duel(), scratch, ready);
        } finally {
            ready.forEach(Ready::close);
            Trees.delete(scratch);
        }
    }

    public List<Integer> callers() {
        return callers;
    }

    /**
     * Prints the rates of all servers, and their ratios to the bare handler.
     *
     * @param scratch where the bare handler writes
     */
    public void measure(Duel duel, Path scratch, List<Ready> ready) throws IOException {
        Table table = table(ready);
        for (int work = 0; work < ready.getFirst().work().size(); work++) {
            if (ready.getFirst().work().get(work).name().contains(chosen)) {
                measure(duel, table, scratch, ready, work);
            }
        }
        System.out.println(table);
    }

    private static Table table(List<Ready> ready) {
        List<String> headings = new ArrayList<>(List.of("over HTTP", "callers"));
        ready.forEach(each -> headings.add(each.contender().name() + "/s"));
        headings.add("bare/s");
        ready.forEach(each -> headings.add("ratio"));
        return new Table(headings.toArray(String[]::new));
    }

    private void measure(Duel duel, Table table, Path scratch, List<Ready> ready, int index) throws IOException {
        HttpWork work = ready.getFirst().work().get(index);
        System.err.println(work.name() + " …");
        try (Contender bare = bare(scratch, ready.getFirst(), work)) {
            List<Ready> all = new ArrayList<>(ready);
            all.add(new Ready(bare, ready.getFirst().work()));
            rates(new Duel(1, Duration.ofSeconds(warmUp)), all, index, WARMING_CALLERS);
            for (int count : callers) {
                double[] rates = rates(duel, all, index, count);
                List<String> cells = new ArrayList<>(List.of(work.name(), Integer.toString(count)));
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

    private static double[] rates(Duel duel, List<Ready> all, int index, int count) throws IOException {
        List<Contender.Crowd> crowds = new ArrayList<>();
        for (Ready each : all) {
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

    /** Answers every request with what the other answers to this work. */
    private static Contender bare(Path scratch, Ready other, HttpWork work) throws IOException {
        List<String> sample =
                new ArrayList<>(Visit.sample(other.contender().server().port(), work.talk()));
        // The bare server reads its body from one line; as many bytes are sent.
        sample.set(0, sample.getFirst().replace('\n', ' '));
        Path reply = Files.write(OwnerOnly.temporaryFile(scratch.resolve("reply"), ".txt"), sample);
        Path settings = ServerProcess.settings(OwnerOnly.directory(scratch.resolve("bare")), "");
        return new Contender("bare", ServerProcess.bare(reply, settings, scratch.resolve("bare.log")), List.of());
    }
}

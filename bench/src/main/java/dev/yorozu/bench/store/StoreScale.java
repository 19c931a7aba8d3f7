package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.rocks.RocksSettings;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether an operation on the embedded store costs more when more is stored. What is read lies in sorted files at every
 * size: a store that was just filled keeps the last of it in memory, where a small one would lie whole.
 */
public record StoreScale(Duel duel, int callers, Path scratch) {
    private static final int COUNTED_READS = 200_000;
    private static final Duration QUIET = Duration.ofSeconds(5);
    /** With a cache of records so small that hardly any read ends there, however little is stored. */
    private static final RocksSettings FROM_FILES =
            new RocksSettings(RocksSettings.DEFAULT.cacheBytes(), RocksSettings.DEFAULT.bufferBytes());

    /** Prints the rates of stores of these sizes, and those to the first. */
    public void measure(List<Integer> sizes) throws IOException, InterruptedException {
        for (int size : sizes) {
            System.err.printf("Filling with %,d keys …%n", size);
            try (RocksStore store = RocksStore.open(directory(size))) {
                new Workload(store, size).fill();
            }
        }
        Table table = new Table("embedded store, " + callers + " callers", "keys", "operations/s", "to the first");
        on(sizes, FROM_FILES, workloads -> reads(table, "read from files", workloads));
        on(sizes, RocksSettings.DEFAULT, workloads -> {
            reads(table, "read", workloads);
            compare(table, "put, durable", workloads, Workload::putDurable);
            compare(table, "put, relaxed", workloads, Workload::putRelaxed);
            compare(table, "guarded batch of three", workloads, Workload::visit);
        });
        System.out.println(table);
    }

    private interface Turn {
        void measure(List<Workload> workloads) throws IOException, InterruptedException;
    }

    private void on(List<Integer> sizes, RocksSettings settings, Turn turn) throws IOException, InterruptedException {
        List<Workload> workloads = new ArrayList<>();
        try {
            for (int size : sizes) {
                workloads.add(new Workload(settled(directory(size), settings), size));
            }
            turn.measure(workloads);
        } finally {
            workloads.forEach(workload -> workload.store().close());
        }
    }

    private void reads(Table table, String what, List<Workload> workloads) throws IOException, InterruptedException {
        compare(table, what, workloads, Workload::read);
        for (Workload workload : workloads) {
            Path other = Files.createTempDirectory(scratch, "counts");
            System.out.printf(
                    "%s, %,d keys: %s%n",
                    what, workload.sessions(), CacheHits.of(workload::read, COUNTED_READS, other));
        }
    }

    /** Where the store of a size lies, also afterwards. */
    public Path directory(int size) {
        return scratch.resolve("keys" + size);
    }

    /** Opening a store sorts what its log holds into files; then it is left alone until it has put them in order. */
    private static RocksStore settled(Path directory, RocksSettings settings) throws IOException, InterruptedException {
        RocksStore store =
                RocksStore.open(directory, InstantSource.system(), Limits.DEFAULT, StoreObserver.NONE, settings);
        List<String> before = List.of();
        for (List<String> now = files(directory); !now.equals(before); now = files(directory)) {
            before = now;
            Thread.sleep(QUIET);
        }
        return store;
    }

    private static List<String> files(Path directory) throws IOException {
        try (Stream<Path> tree = Files.walk(directory)) {
            return tree.map(Path::toString)
                    .filter(name -> name.endsWith(".sst"))
                    .sorted()
                    .toList();
        }
    }

    private interface Step {
        void run(Workload workload, long number);
    }

    private void compare(Table table, String what, List<Workload> workloads, Step step) {
        System.err.println(what + " …");
        Load load = new Load(callers, Load.Threads.VIRTUAL);
        List<Duel.Side> sides = workloads.stream()
                .map(workload -> load.of(number -> step.run(workload, number)))
                .toList();
        double[] rates = duel.rates(sides);
        for (int i = 0; i < rates.length; i++) {
            table.row(
                    what,
                    Table.number(workloads.get(i).sessions()),
                    Table.number(rates[i]),
                    Table.ratio(rates[i] / rates[0]));
        }
    }
}

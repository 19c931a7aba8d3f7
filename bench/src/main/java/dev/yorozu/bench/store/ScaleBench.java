package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.measure.Trees;
import dev.yorozu.store.Store;
import dev.yorozu.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether an operation costs more when more is stored. */
@Command(
        name = "scale",
        description = "The same operations on stores of growing size, in turns.",
        mixinStandardHelpOptions = true)
public final class ScaleBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Option(
            names = "--keys",
            split = ",",
            defaultValue = "10000,500000,5000000",
            description = "Sizes (default ${DEFAULT-VALUE}).")
    private List<Integer> sizes = List.of();

    @Option(names = "--callers", defaultValue = "16", description = "Callers at once (default ${DEFAULT-VALUE}).")
    private int callers;

    @Option(
            names = "--settle",
            defaultValue = "20",
            description = "Seconds after filling in which an engine may sort its files (default ${DEFAULT-VALUE}).")
    private int settle;

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.printf("%d callers, %s%n%n", callers, measuring);
        if (measuring.rocks()) {
            embedded();
        }
        if (measuring.redis()) {
            redis();
        }
        return 0;
    }

    private void embedded() throws IOException, InterruptedException {
        Path scratch = measuring.scratch();
        List<Workload> workloads = new ArrayList<>();
        for (int size : sizes) {
            workloads.add(filled(RocksStore.open(scratch.resolve(Integer.toString(size))), size));
        }
        System.out.println(compare("embedded store", workloads));
        workloads.forEach(workload -> workload.store().close());
        Trees.delete(scratch);
    }

    private void redis() throws InterruptedException {
        List<RedisEngine> engines = new ArrayList<>();
        List<Workload> workloads = new ArrayList<>();
        for (int size : sizes) {
            RedisEngine engine = new RedisEngine();
            engines.add(engine);
            workloads.add(filled(engine.store(), size));
        }
        System.out.println(compare("Redis store", workloads));
        engines.forEach(RedisEngine::close);
    }

    private static Workload filled(Store store, int size) {
        System.err.printf("Filling with %,d keys …%n", size);
        Workload workload = new Workload(store, size);
        workload.fill();
        return workload;
    }

    /** The first size is what the others are compared with. */
    private Table compare(String what, List<Workload> workloads) throws InterruptedException {
        Thread.sleep(Duration.ofSeconds(settle));
        Table table = new Table(what, "keys", "operations/s", "to the smallest");
        compare(table, "read", workloads, Workload::read);
        compare(table, "put, durable", workloads, Workload::putDurable);
        compare(table, "put, relaxed", workloads, Workload::putRelaxed);
        compare(table, "guarded batch of three", workloads, Workload::visit);
        return table;
    }

    private interface Step {
        void run(Workload workload, long number);
    }

    private void compare(Table table, String what, List<Workload> workloads, Step step) {
        Duel duel = measuring.duel();
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

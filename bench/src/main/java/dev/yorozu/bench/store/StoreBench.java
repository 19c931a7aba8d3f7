package dev.yorozu.bench.store;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Machine;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Operation;
import dev.yorozu.bench.measure.Table;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Each store beside its raw engine, in turns. */
@Command(
        name = "store",
        description = "Reads, puts and guarded batches of each store beside its raw engine.",
        mixinStandardHelpOptions = true)
public final class StoreBench implements Callable<Integer> {
    @Mixin
    private final Measuring measuring = new Measuring();

    @Option(
            names = "--callers",
            split = ",",
            defaultValue = "1,16,256",
            description = "Callers at once (default ${DEFAULT-VALUE}).")
    private List<Integer> callers = List.of();

    @Option(
            names = "--sessions",
            defaultValue = "100000",
            description = "Records to read from (default ${DEFAULT-VALUE}).")
    private int sessions;

    @Override
    public Integer call() throws Exception {
        System.out.println(Machine.describe());
        System.out.printf("%s; %,d sessions to read%n%n", measuring, sessions);
        if (measuring.rocks()) {
            try (Engine engine = new RocksEngine(measuring.scratch())) {
                measure(engine);
            }
        }
        if (measuring.redis()) {
            try (RedisEngine engine = new RedisEngine()) {
                measure(engine);
                System.out.println(RedisBenchmark.at(engine.port()).table(callers));
            }
        }
        return 0;
    }

    private void measure(Engine engine) throws Exception {
        Workload workload = new Workload(engine.store(), sessions);
        System.err.println("Filling " + engine.name() + " …");
        workload.fill();
        engine.fill(workload);
        Table table = new Table("Yorozu on " + engine.name(), "callers", "Yorozu/s", "raw/s", "ratio", "to 1 caller");
        measure(table, "read", engine, workload::read, engine::read);
        measure(table, "put, durable", engine, workload::putDurable, engine::putDurable);
        if (engine.knowsRelaxed()) {
            measure(table, "put, relaxed", engine, workload::putRelaxed, engine::putRelaxed);
        }
        measure(table, "guarded batch of three", engine, workload::visit, engine::visit);
        System.out.println(table);
    }

    private void measure(Table table, String what, Engine engine, Operation ours, Operation theirs) {
        Duel duel = measuring.duel();
        double single = 0;
        for (int count : callers) {
            System.err.println(what + ", " + count + " callers …");
            Duel.Outcome outcome = duel.fight(
                    new Load(count, Load.Threads.VIRTUAL).of(ours), new Load(count, engine.callers()).of(theirs));
            single = single == 0 ? outcome.ours() : single;
            table.row(
                    what,
                    Integer.toString(count),
                    Table.number(outcome.ours()),
                    Table.number(outcome.theirs()),
                    Table.ratio(outcome.ratio()),
                    Table.ratio(outcome.ours() / single));
        }
    }
}

package dev.yorozu.bench.nostalgic;

import dev.yorozu.bench.measure.Duel;
import dev.yorozu.bench.measure.Load;
import dev.yorozu.bench.measure.Measuring;
import dev.yorozu.bench.measure.Operation;
import dev.yorozu.bench.measure.Table;
import dev.yorozu.bench.store.Engine;
import dev.yorozu.bench.store.RedisEngine;
import dev.yorozu.bench.store.RocksEngine;
import dev.yorozu.bench.store.Workload;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.store.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Boards, rankings and counters within this process: whether large ones cost more, and what a visit costs. */
@Command(
        name = "nostalgic",
        description =
                "Pages of boards and places in rankings of growing size, and visits beside puts, within one process.",
        mixinStandardHelpOptions = true)
public final class NostalgicBench implements Callable<Integer> {
    private static final List<Integer> RANKINGS = List.of(100, 10_000, 1_000_000);
    private static final List<Integer> BOARDS = List.of(100, 1_000, 10_000);
    private static final int CALLERS = 16;

    @Mixin
    private final Measuring measuring = new Measuring();

    @Spec
    @SuppressWarnings("NullAway.Init") // Set by picocli before the command runs.
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        measuring.announce(spec);
        if (measuring.rocks()) {
            try (Engine engine = new RocksEngine(measuring.scratch())) {
                measure(engine);
            }
        }
        if (measuring.redis()) {
            try (Engine engine = new RedisEngine()) {
                measure(engine);
            }
        }
        return 0;
    }

    private void measure(Engine engine) {
        System.err.println("Filling boards and rankings on " + engine.name() + " …");
        System.out.println(sizes(engine));
        System.out.println(visits(engine));
    }

    private Table sizes(Engine engine) {
        Table table = new Table("on " + engine.name() + ", " + CALLERS + " callers", "size", "a second", "to smallest");
        SeededServices services = new SeededServices(engine.store());
        Rankings rankings = services.rankings();
        Boards boards = services.boards();
        List<String> filledRankings = RANKINGS.stream()
                .map(size -> services.ranking("ranking" + size, size))
                .toList();
        List<String> filledBoards = BOARDS.stream()
                .map(size -> services.board("board" + size, size))
                .toList();
        rows(
                table,
                "the ten best of a ranking",
                RANKINGS,
                (each, number) -> rankings.view(filledRankings.get(each), 10));
        rows(
                table,
                "a name's place in a ranking",
                RANKINGS,
                (each, number) -> rankings.rankOf(filledRankings.get(each), kept(RANKINGS.get(each), number), 2));
        rows(
                table,
                "any page of a board",
                BOARDS,
                (each, number) ->
                        boards.view(filledBoards.get(each), Optional.of((int) (1 + number % (BOARDS.get(each) / 10)))));
        return table;
    }

    private interface Question {
        Optional<?> ask(int index, long number);
    }

    private void rows(Table table, String what, List<Integer> sizes, Question question) {
        Load load = new Load(CALLERS, Load.Threads.VIRTUAL);
        List<Duel.Side> sides = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            int index = i;
            sides.add(load.of(number -> require(question.ask(index, number))));
        }
        double[] rates = measuring.duel().rates(sides);
        for (int i = 0; i < rates.length; i++) {
            table.row(what, Table.number(sizes.get(i)), Table.number(rates[i]), Table.ratio(rates[i] / rates[0]));
        }
    }

    /** An answer that is none must not count as a quick one. */
    private static void require(Optional<?> answer) {
        if (answer.isEmpty()) {
            throw new IllegalStateException("Something is missing");
        }
    }

    /** A visit beside a put of the same durability: how much of what the disk and the network give is left. */
    private Table visits(Engine engine) {
        Table table = new Table("on " + engine.name(), "callers", "visits/s", "puts/s", "ratio");
        Workload puts = new Workload(engine.store(), 1);
        SeededServices services = new SeededServices(engine.store());
        String id = services.counter("counter");
        for (int callers : List.of(1, 64, 256)) {
            visits(table, callers, services.counters(Durability.DURABLE), id, "durable", puts::putDurable);
            visits(table, callers, services.counters(Durability.RELAXED), id, "relaxed", puts::putRelaxed);
        }
        return table;
    }

    private void visits(Table table, int callers, Counters counters, String id, String durability, Operation put) {
        Load load = new Load(callers, Load.Threads.VIRTUAL);
        String run = RandomTokens.secure().hex(8);
        Duel.Outcome outcome = measuring
                .duel()
                .fight(load.of(number -> counters.visit(id, new Visitor(run + number, "bench"))), load.of(put));
        table.row(
                durability + " visit of a new visitor",
                Integer.toString(callers),
                Table.number(outcome.ours()),
                Table.number(outcome.theirs()),
                Table.ratio(outcome.ratio()));
    }

    /** A name among the best, which a ranking shows however many more there are. */
    private static String kept(int size, long number) {
        return SeededServices.player(size - 1 - number % Math.min(size, RankingSettings.MOST_ENTRIES));
    }
}

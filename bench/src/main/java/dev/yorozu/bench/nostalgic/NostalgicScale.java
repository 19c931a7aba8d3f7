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
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.board.BoardPolicy;
import dev.yorozu.nostalgic.board.Boards;
import dev.yorozu.nostalgic.board.settings.BoardSettings;
import dev.yorozu.nostalgic.counter.CounterPolicy;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Passwords;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.access.password.Argon2Passwords;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Order;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Boards, rankings and counters within this process: whether large ones cost more, and what a visit costs. */
record NostalgicScale(Measuring measuring, Path scratch) {
    private static final List<Integer> RANKINGS = List.of(100, 10_000, 1_000_000);
    private static final List<Integer> BOARDS = List.of(100, 1_000, 10_000);
    private static final int CALLERS = 16;
    private static final int BATCH = 500;
    private static final Days DAYS = new Days(ZoneOffset.UTC, InstantSource.system());
    private static final Passwords PASSWORDS = new Argon2Passwords(new Argon2Cost(8, 1, 1), 2, 8, new SecureRandom());
    private static final UserHashes HASHES = new UserHashes(new byte[32]);

    void measure() throws Exception {
        if (measuring.rocks()) {
            try (Engine engine = new RocksEngine(scratch.resolve("scale"))) {
                measure(engine);
            }
        }
        if (measuring.redis()) {
            try (Engine engine = new RedisEngine()) {
                measure(engine);
            }
        }
    }

    private void measure(Engine engine) {
        System.err.println("Filling boards and rankings on " + engine.name() + " …");
        System.out.println(sizes(engine));
        System.out.println(visits(engine));
    }

    private Table sizes(Engine engine) {
        Table table = new Table("on " + engine.name() + ", " + CALLERS + " callers", "size", "a second", "to smallest");
        Rankings rankings = rankings(engine.store());
        Boards boards = boards(engine.store());
        List<String> filledRankings = RANKINGS.stream()
                .map(size -> ranking(engine.store(), rankings, size))
                .toList();
        List<String> filledBoards =
                BOARDS.stream().map(size -> board(engine.store(), boards, size)).toList();
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
        for (int callers : List.of(1, 64, 256)) {
            visits(table, callers, "durable", counters(engine.store(), Durability.DURABLE), puts::putDurable);
            visits(table, callers, "relaxed", counters(engine.store(), Durability.RELAXED), puts::putRelaxed);
        }
        return table;
    }

    private void visits(Table table, int callers, String durability, Counters counters, Operation put) {
        String id = made(counters.create(page("counter"), "bench-owner", Document.empty()));
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

    private static String ranking(Store store, Rankings rankings, int size) {
        RankingSettings settings = new RankingSettings(Optional.empty(), RankingSettings.MOST_ENTRIES, Order.FALLING);
        String id = made(rankings.create(page("ranking" + size), "bench-owner", settings, Document.empty()));
        for (int start = 0; start < size; start += BATCH) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int i = start; i < Math.min(size, start + BATCH); i++) {
                Bytes member = Bytes.of(name(i) + ":" + Digests.hex(name(i)).substring(0, 8));
                batch.rankAdd(NostalgicKeys.RANKING_SCORES.key(id), member, i);
            }
            store.commit(batch.build());
        }
        return id;
    }

    private static String board(Store store, Boards boards, int size) {
        BoardSettings settings = new BoardSettings("bench", BoardSettings.MOST_MESSAGES, 10, List.of(), List.of());
        String id = made(boards.create(page("board" + size), "bench-owner", settings, Document.empty()));
        for (int start = 0; start < size; start += BATCH) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int i = start; i < Math.min(size, start + BATCH); i++) {
                batch.listPush(NostalgicKeys.BOARD_MESSAGES.key(id), Write.End.TAIL, message(id, i));
            }
            store.commit(batch.build());
        }
        return id;
    }

    private static Bytes message(String id, int number) {
        return Document.empty()
                .with("id", id + "_" + Integer.toString(number, 36) + "_bench")
                .with("timestamp", "2026-11-16T00:00:00.000Z")
                .with("author", "bench")
                .with("message", "message number " + number)
                .with("userHash", "0123456789abcdef")
                .bytes();
    }

    private static String name(long number) {
        return "player" + number;
    }

    /** A name among the best, which a ranking shows however many more there are. */
    private static String kept(int size, long number) {
        return name(size - 1 - number % Math.min(size, RankingSettings.MOST_ENTRIES));
    }

    private static SiteUrl page(String name) {
        return SiteUrl.parse("https://bench.example/" + name, false).orElseThrow();
    }

    private static String made(Creation creation) {
        return ((Creation.Settled) creation).service().id();
    }

    private static Counters counters(Store store, Durability durability) {
        CounterPolicy policy = new CounterPolicy(Duration.ofDays(400), durability, 100);
        return new Counters(store, policy, DAYS, HASHES, PASSWORDS, Events.NONE);
    }

    private static Rankings rankings(Store store) {
        return new Rankings(store, RankingPolicy.STANDARD, HASHES, PASSWORDS, Events.NONE, InstantSource.system());
    }

    private static Boards boards(Store store) {
        return new Boards(store, BoardPolicy.STANDARD, DAYS, HASHES, PASSWORDS, RandomTokens.secure(), Events.NONE);
    }
}

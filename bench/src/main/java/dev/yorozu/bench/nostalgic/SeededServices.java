package dev.yorozu.bench.nostalgic;

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
import dev.yorozu.nostalgic.like.LikePolicy;
import dev.yorozu.nostalgic.like.Likes;
import dev.yorozu.nostalgic.ranking.RankingPolicy;
import dev.yorozu.nostalgic.ranking.RankingSettings;
import dev.yorozu.nostalgic.ranking.Rankings;
import dev.yorozu.nostalgic.ranking.Submission;
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
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Counters, likes, rankings and boards made in a store, the latter two with entries. */
record SeededServices(Store store) {
    private static final int BATCH = 500;
    private static final String OWNER = "bench-owner";
    private static final Days DAYS = new Days(ZoneOffset.UTC, InstantSource.system());
    /** As cheap as can be: it is not passwords that are measured. */
    private static final Passwords PASSWORDS = new Argon2Passwords(new Argon2Cost(8, 1, 1), 2, 8, new SecureRandom());

    private static final UserHashes HASHES = new UserHashes(new byte[32]);

    Counters counters(Durability durability) {
        CounterPolicy policy = new CounterPolicy(Duration.ofDays(400), durability, 100);
        return new Counters(store, policy, DAYS, HASHES, PASSWORDS, Events.NONE);
    }

    Rankings rankings() {
        return new Rankings(store, RankingPolicy.STANDARD, HASHES, PASSWORDS, Events.NONE, InstantSource.system());
    }

    Boards boards() {
        return new Boards(store, BoardPolicy.STANDARD, DAYS, HASHES, PASSWORDS, RandomTokens.secure(), Events.NONE);
    }

    /** @param name tells the page of the service from others of its kind */
    String counter(String name) {
        return made(counters(Durability.RELAXED).create(page(name), OWNER, Document.empty()));
    }

    String like(String name) {
        Likes likes = new Likes(store, LikePolicy.DEFAULT, DAYS, HASHES, PASSWORDS, Events.NONE);
        return made(likes.create(page(name), OWNER, Document.empty()));
    }

    /** A ranking with so many entries, of which player N has the score N; no more is known of them. */
    String ranking(String name, int entries) {
        String id = ranking(name, settings(RankingSettings.MOST_ENTRIES));
        for (int start = 0; start < entries; start += BATCH) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int i = start; i < Math.min(entries, start + BATCH); i++) {
                Bytes member = Bytes.of(player(i) + ":" + Digests.hex(player(i)).substring(0, 8));
                batch.rankAdd(NostalgicKeys.RANKING_SCORES.key(id), member, i);
            }
            store.commit(batch.build());
        }
        return id;
    }

    /** A full ranking whose entries were submitted one by one, so that all is known of each. */
    String fullRanking(String name, int entries) {
        String id = ranking(name, settings(entries));
        Rankings rankings = rankings();
        for (int i = 0; i < entries; i++) {
            Visitor visitor = new Visitor("192.0.2." + i % 256, "bench/" + i);
            if (!(rankings.submit(id, visitor, player(i), i, Optional.empty(), 1) instanceof Submission.Placed)) {
                throw new IllegalStateException("A score was not taken");
            }
        }
        return id;
    }

    private String ranking(String name, RankingSettings settings) {
        return made(rankings().create(page(name), OWNER, settings, Document.empty()));
    }

    private static RankingSettings settings(int maxEntries) {
        return new RankingSettings(Optional.empty(), maxEntries, Order.FALLING);
    }

    /** A board with so many messages, ten a page. */
    String board(String name, int messages) {
        BoardSettings settings = new BoardSettings("bench", BoardSettings.MOST_MESSAGES, 10, List.of(), List.of());
        String id = made(boards().create(page(name), OWNER, settings, Document.empty()));
        for (int start = 0; start < messages; start += BATCH) {
            Batch.Builder batch = Batch.builder().relaxed();
            for (int i = start; i < Math.min(messages, start + BATCH); i++) {
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

    static String player(long number) {
        return "player" + number;
    }

    private static SiteUrl page(String name) {
        return SiteUrl.parse("https://bench.example/" + name, false).orElseThrow();
    }

    private static String made(Creation creation) {
        return ((Creation.Settled) creation).service().id();
    }
}

package dev.yorozu.server.systems.apps;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.CountingStore;
import dev.yorozu.server.systems.apps.AppsSite.Program;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What calls of apps cost: trips to the store, and room within a quota. */
class AppCostsTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final HeldClock clock = HeldClock.start();
    private final List<Durability> committed = new CopyOnWriteArrayList<>();
    private final CountingStore store =
            new CountingStore(new Committing(new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE), committed));
    private final AppsSite site = new AppsSite(store, clock);

    private record Committing(Store store, List<Durability> committed) implements Store.Forwarding {
        @Override
        public Commit commit(Batch batch) {
            committed.add(batch.durability());
            return store.commit(batch);
        }
    }

    @AfterEach
    void stop() {
        site.close();
    }

    /** The second time, when credential and app are known; they are looked after once a second. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/sessions/check|{'session':'SESSION'}",
                "/limits/check|{'limit':'login','id':'a'}",
                "/limits/check|{'limit':'even','id':'a'}",
                "/limits/check|{'limit':'given','id':'a','rule':{'kind':'sliding','limit':5,'window':60}}",
                "/limits/check-all|{'checks':[{'limit':'login','id':'b'},{'limit':'even','id':'b','cost':2},"
                        + "{'limit':'given','id':'b','rule':{'limit':5,'window':60}}]}",
                "/once|{'kind':'email','id':'b','life':60,'replace':true}",
                "/once/take|{'kind':'email','id':'a','code':'wrong'}",
                "/once/take|{'kind':'email','id':'a','code':'123456'}",
                "/once/claim|{'kind':'hook','id':'a','life':60}",
                "/counters/a/add|{'amount':2}",
                "/counters/a/visit|{'visitor':'a'}",
                "/locks/release|{'name':'nightly','owner':'none'}",
                "/cache/get|{'id':'kept'}"
            })
    void isOneTrip(String path, String body) throws Exception {
        Program shop = site.app("shop", """
                {"limits": {"login": {"kind": "fixed", "limit": 9, "window": 60}, "even": {"limit": 9, "window": 60}}}
                """);
        String session = shop.post("/sessions", "{\"user\":\"a\"}").is(201).text("session");
        shop.post("/once", "{\"kind\":\"email\",\"id\":\"a\",\"code\":\"123456\",\"life\":60}")
                .is(201);
        String lease = shop.post("/cache/get", "{\"id\":\"kept\"}").text("lease");
        shop.post("/cache/fill", "{\"id\":\"kept\",\"lease\":\"%s\",\"value\":\"v\",\"life\":60}".formatted(lease))
                .is(200);
        long before = store.trips();

        int status = shop.post(path, body.replace('\'', '"').replace("SESSION", session))
                .status();

        assertThat(status).isIn(200, 201);
        assertThat(store.trips() - before).isEqualTo(1);
    }

    @Test
    void aCountWaitsForTheDiskUnlessTheAppSaysThatItNeedNot() throws Exception {
        Program sure = site.app("sure", "{}");
        Program quick = site.app("quick", "{\"counters\":{\"durable\":false}}");

        sure.post("/counters/a/add", "").is(200);
        assertThat(committed.getLast()).isEqualTo(Durability.DURABLE);
        quick.post("/counters/a/add", "").is(200);
        assertThat(committed.getLast()).isEqualTo(Durability.RELAXED);
    }

    @Test
    void anAppWithAllKeysThatItMayHaveMakesNothingMore() throws Exception {
        Program small = site.app("small", "{\"quota\":{\"keys\":3}}");
        small.post("/counters/a/add", "").is(200);
        String[] key = {"Idempotency-Key", "last"};
        small.send("POST", "/counters/b/add", "", key).is(200);
        site.host().census().recount(LONG);

        small.post("/counters/c/add", "").isProblem(507, "quota_exceeded");
        // The third is the answer that is kept: what was made is told again, though there is room for nothing more.
        assertThat(small.send("POST", "/counters/b/add", "", key).is(200).header("Idempotent-Replayed"))
                .isEqualTo("true");
        small.get("/counters/a").is(200);
        small.send("DELETE", "/counters/a", "").is(200);
        site.host().census().recount(LONG);
        small.post("/counters/c/add", "").is(200);
    }

    @Test
    void anAppThatKeepsAsManyBytesAsItMayMakesNothingMore() throws Exception {
        Program small = site.app("small", "{\"quota\":{\"bytes\":20000}}");
        Program other = site.app("other", "{\"quota\":{\"bytes\":20000}}");
        String put = "{\"kind\":\"a\",\"id\":\"%s\",\"life\":60,\"value\":\"%s\"}";
        small.post("/once", put.formatted("small", "x")).is(201);
        site.host().census().recount(LONG);
        small.post("/once", put.formatted("large", "x".repeat(30_000))).is(201);
        site.host().census().recount(LONG);

        small.post("/once", put.formatted("more", "x")).isProblem(507, "quota_exceeded");
        small.post("/once/claim", "{\"kind\":\"a\",\"id\":\"b\",\"life\":60}").isProblem(507, "quota_exceeded");
        other.post("/once", put.formatted("more", "x")).is(201);
        small.post("/once/forget", "{\"kind\":\"a\",\"id\":\"large\"}").is(200);
        site.host().census().recount(LONG);
        small.post("/once", put.formatted("more", "x")).is(201);
    }
}

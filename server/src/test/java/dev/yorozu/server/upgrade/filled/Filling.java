package dev.yorozu.server.upgrade.filled;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.server.upgrade.Client;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What the people of one system do before the store is dumped, in four steps of time. */
abstract class Filling {
    private static final AtomicInteger CLIENTS = new AtomicInteger();

    final AllSystems site;
    final Holdings holdings;
    final HeldClock clock;

    Filling(AllSystems site, Holdings holdings, HeldClock clock) {
        this.site = site;
        this.holdings = holdings;
        this.clock = clock;
    }

    /** Days before: sessions are due to be touched, and access tokens have ended. */
    abstract void longAgo();

    /** Minutes before: access tokens live, and what was spent then is beyond the grace. */
    abstract void earlier();

    /** Half a minute before: what is spent now is beyond the grace, and remembered by everybody. */
    void lately() {}

    /** Seconds before: what is spent now is within the grace. */
    abstract void justNow();

    /** Goes on a little, so that one of two is the older. */
    final void goOn() {
        clock.advance(Duration.ofSeconds(1));
    }

    /** Writes what another program that shares the store would, and this one honours. */
    final void byAnotherProgram(KeyPattern pattern, String id, String value) {
        Batch batch = Batch.builder()
                .put(pattern.key(id), value, Expiry.after(Duration.ofDays(1)))
                .build();
        site.store().commit(batch);
    }

    /** Somebody at an address that nobody has later. */
    final Client client() {
        return site.client("10.200.0." + CLIENTS.incrementAndGet() % 250);
    }
}

package dev.yorozu.server.systems.patreon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.systems.patreon.PatreonStandIn.Mood;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is answered while the store or Patreon cannot. */
class FaultsTest {
    private final HeldClock clock = HeldClock.start();
    private final PatreonSite site = PatreonSite.of(clock, Storage.DOCUMENTED);

    @AfterEach
    void close() {
        site.close();
    }

    @Test
    void nobodyIsLetInWhileTheStoreIsAway() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.token().isOk();
        Store emptied = new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE);
        site.store().becomes(FaultyStore.failing(emptied, Fault.KILLED_BEFORE, 1));
        app.validate().isError(503, "STORE_UNAVAILABLE");
        assertThat(app.quota(app.access()).status()).isEqualTo(503);
        assertThat(app.license().status()).isEqualTo(503);
        app.refresh(app.refreshToken()).isError(503, "STORE_UNAVAILABLE");
        app.revoke().isError(503, "STORE_UNAVAILABLE");
        site.app().signIn(user).isError(503, "STORE_UNAVAILABLE");
        site.app()
                .webhook("members:pledge:update", Pledge.of(300).webhook(user))
                .isError(503, "STORE_UNAVAILABLE");
        site.app().post(PatronApp.CRASH, "{}").isError(429, "RATE_LIMITED");

        site.store().becomes(emptied);
        app.validate().isError(401, "SESSION_INVALID");
        assertThat(app.quota(app.access()).status()).isEqualTo(401);
        app.refresh(app.refreshToken()).isError(401, "INVALID_REFRESH_TOKEN");
    }

    @Test
    void whatSomebodyPutInPlaceOfRecordsLetsNobodyIn() throws Exception {
        String user = site.user(300);
        PatronApp app = site.app(user);
        app.token().isOk();
        site.store()
                .commit(Batch.builder()
                        .put(PatreonKeys.AUTHENTICATION.key(app.session()), Bytes.of("no JSON"), Expiry.never())
                        .build());
        app.validate().isOk();
        site.store()
                .commit(Batch.builder()
                        .delete(PatreonKeys.SESSION.key(app.session()))
                        .setAdd(PatreonKeys.SESSION.key(app.session()), Bytes.of("x"))
                        .build());
        app.validate().isError(401, "SESSION_INVALID");
        assertThat(app.quota(app.access()).status()).isBetween(401, 503);
        site.app(user).validate().isOk();
    }

    @Test
    void aSlowPatreonSpendsAndEndsNothing() throws Exception {
        PatronApp app = site.app(site.user(300));
        app.token().isOk();
        clock.advance(Duration.ofMinutes(61));
        site.patreon().identities(Mood.SLOW);
        app.refresh(app.refreshToken()).isError(504, "IDENTITY_FETCH_FAILED");
        site.patreon().tokens(Mood.SLOW);
        app.renew().isError(504, "TOKEN_REFRESH_FAILED");
        site.patreon().identities(Mood.GOOD);
        site.patreon().tokens(Mood.GOOD);

        app.refresh().isOk();
        app.renew().isOk();
        app.validate().isOk();
    }
}

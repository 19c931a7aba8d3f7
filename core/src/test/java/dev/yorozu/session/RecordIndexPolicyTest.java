package dev.yorozu.session;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.token.RefreshPolicy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordIndexPolicyTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final SessionLayout PATREON = SessionLayout.PATREON;

    private static void refused(Runnable making) {
        assertThatThrownBy(making::run).isInstanceOf(IllegalArgumentException.class);
    }

    private static Sessions sessions(Duration life, Duration recordLife) {
        InstantSource clock = InstantSource.system();
        return new Sessions(
                new MemoryStore(clock, Limits.DEFAULT, StoreObserver.NONE),
                layout(PATREON.session(), PatreonKeys.USER_TOKEN, recordLife),
                SessionPolicy.singleDevice(life),
                Storage.DOCUMENTED,
                RandomTokens.secure(),
                clock);
    }

    private static SessionLayout layout(KeyPattern session, KeyPattern index, Duration life) {
        return new SessionLayout(
                session,
                new IndexLayout.InRecord(
                        index, PatreonKeys.ENDED_BEFORE, List.of(), List.of(), "sessionTokens", "updatedAt", life),
                PATREON.sid(),
                PATREON.fields(),
                PATREON.secrets());
    }

    @Test
    void aUsersRecordOutlivesItsSession() {
        refused(() -> sessions(DAY, DAY));
        refused(() -> sessions(Duration.ofSeconds(59), DAY));
    }

    @Test
    void tokensLiveAndGracesLastForSensibleTimes() {
        Duration access = Duration.ofMillis(999);
        refused(() -> RefreshPolicy.of(access, access, Duration.ZERO));
        refused(() -> RefreshPolicy.of(DAY, Duration.ofDays(4000), Duration.ZERO));
        refused(() -> RefreshPolicy.of(DAY, DAY, Duration.ofMillis(-1)));
        refused(() -> RefreshPolicy.of(DAY, DAY, Duration.ofMinutes(6)));
    }

    @Test
    void layoutsNeedKeysOfOnePartThatHoldStrings() {
        refused(() -> layout(PatreonKeys.RATE, PatreonKeys.USER_TOKEN, DAY));
        refused(() -> layout(PatreonKeys.SESSION, TokenKeys.USER_REFRESH, DAY));
    }
}

package dev.yorozu.seat;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.token.ChainLayout;
import dev.yorozu.token.ChainPolicy;
import dev.yorozu.token.TokenForm;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SeatPolicyTest {
    private static final Duration DAY = Duration.ofDays(1);

    private static void refused(Runnable making) {
        assertThatThrownBy(making::run).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aUsersRecordOutlivesItsSession() {
        refused(() -> new SeatPolicy(DAY, DAY));
        refused(() -> new SeatPolicy(Duration.ofSeconds(59), DAY));
    }

    @Test
    void tokensLiveAndGracesLastForSensibleTimes() {
        refused(() -> new ChainPolicy(Duration.ofMillis(999), Duration.ZERO));
        refused(() -> new ChainPolicy(Duration.ofDays(4000), Duration.ZERO));
        refused(() -> new ChainPolicy(DAY, Duration.ofMillis(-1)));
        refused(() -> new ChainPolicy(DAY, Duration.ofMinutes(6)));
    }

    @Test
    void layoutsNeedKeysOfOnePartThatHoldStrings() {
        SeatLayout.Names names = SeatLayout.PATREON.names();
        refused(() -> new SeatLayout(PatreonKeys.RATE, PatreonKeys.USER_TOKEN, PatreonKeys.ENDED_BEFORE, names));
        refused(() -> new SeatLayout(PatreonKeys.SESSION, TokenKeys.USER_REFRESH, PatreonKeys.ENDED_BEFORE, names));
        ChainLayout.Names chain = ChainLayout.PATREON.names();
        refused(() -> new ChainLayout(PatreonKeys.RATE, TokenForm.UUID, PatreonKeys.ENDED_FAMILY, chain));
        refused(() -> new ChainLayout(PatreonKeys.REFRESH, TokenForm.UUID, TokenKeys.USER_REFRESH, chain));
    }
}

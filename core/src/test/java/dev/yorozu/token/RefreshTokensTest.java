package dev.yorozu.token;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.LedgerPolicy;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The way of one login, in short; the test kit asks the rest of every store. */
class RefreshTokensTest {
    private static final Claims CLAIMS = new Claims("42", Document.empty());

    private Instant now = Instant.parse("2026-11-16T12:00:00Z");
    private final MemoryStore store = new MemoryStore(() -> now, Limits.DEFAULT, StoreObserver.NONE);

    private Logins logins(Storage storage) {
        return new Logins(
                store,
                LedgerLayout.TOKENS,
                LedgerPolicy.STANDARD,
                new Jwts(SigningKeys.of(HS), POLICY, () -> now),
                storage,
                RandomTokens.secure(),
                () -> now);
    }

    private static Issued issue(Logins logins) {
        return logins.issue("42", Document.empty().with("DevicePublicId", "d1"), CLAIMS);
    }

    private Rotation rotate(Logins logins, String token) {
        RefreshTokens tokens = new RefreshTokens(store, logins.lineage());
        return tokens.present(token)
                .map(presented -> tokens.rotate(presented, CLAIMS))
                .orElseGet(() -> new Rotation.Refused(Rotation.Reason.INVALID));
    }

    @ParameterizedTest
    @EnumSource
    void aTokenIsSpentOnceAndARetryGetsTheSameSuccessor(Storage storage) {
        Logins tokens = logins(storage);
        Issued first = issue(tokens);
        Rotation.Rotated second = (Rotation.Rotated) rotate(tokens, first.refreshToken());
        Rotation.Repeated again = (Rotation.Repeated) rotate(tokens, first.refreshToken());
        assertThat(again.issued()).isEqualTo(second.issued());
        assertThat(tokens.find(first.refreshToken())).isEmpty();
        assertThat(tokens.find(second.issued().refreshToken()))
                .contains(second.issued().login());
        now = now.plus(Duration.ofSeconds(10));
        assertThat(rotate(tokens, first.refreshToken())).isInstanceOf(Rotation.Reused.class);
        assertThat(tokens.list("42")).isEmpty();
        assertThat(rotate(tokens, second.issued().refreshToken())).isInstanceOf(Rotation.Refused.class);
        assertThat(store.members(TokenKeys.USER_ACCESS.key("42"))).isEmpty();
    }

    @Test
    void theRecordReadsAsDocumented() {
        Issued pair = issue(logins(Storage.DOCUMENTED));
        assertThat(store.get(TokenKeys.REFRESH.key(pair.refreshToken()))
                        .orElseThrow()
                        .text())
                .startsWith("{\"Token\":\"" + pair.refreshToken()
                        + "\",\"UserId\":42,\"ExpiresAt\":\"2026-12-16T12:00:00Z\",\"DevicePublicId\":\"d1\"");
    }
}

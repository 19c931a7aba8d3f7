package dev.yorozu.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Limits;
import dev.yorozu.store.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The way of one login, in short; the test kit asks the rest of every store. */
class RefreshTokensTest {
    private Instant now = Instant.parse("2026-11-16T12:00:00Z");
    private final MemoryStore store = new MemoryStore(() -> now, Limits.DEFAULT, StoreObserver.NONE);

    private RefreshTokens tokens(Storage storage) {
        return new RefreshTokens(
                store, RefreshLayout.TOKENS, RefreshPolicy.STANDARD, storage, RandomTokens.secure(), () -> now);
    }

    @ParameterizedTest
    @EnumSource
    void aTokenIsSpentOnceAndARetryGetsTheSameSuccessor(Storage storage) {
        RefreshTokens tokens = tokens(storage);
        Pair first = tokens.issue("42", Document.empty().with("DevicePublicId", "d1"));
        Rotation.Rotated second = (Rotation.Rotated) tokens.rotate(first.refreshToken());
        Rotation.Repeated again = (Rotation.Repeated) tokens.rotate(first.refreshToken());
        assertThat(again.pair()).isEqualTo(second.pair());
        assertThat(tokens.find(first.refreshToken())).isEmpty();
        assertThat(tokens.find(second.pair().refreshToken()))
                .contains(second.pair().login());
        now = now.plus(Duration.ofSeconds(10));
        assertThat(tokens.rotate(first.refreshToken())).isInstanceOf(Rotation.Reused.class);
        assertThat(tokens.list("42")).isEmpty();
        assertThat(tokens.rotate(second.pair().refreshToken())).isInstanceOf(Rotation.Refused.class);
        assertThat(store.members(TokenKeys.USER_ACCESS.key("42"))).isEmpty();
    }

    @Test
    void theRecordReadsAsDocumented() {
        Pair pair = tokens(Storage.DOCUMENTED).issue("42", Document.empty().with("DevicePublicId", "d1"));
        assertThat(store.get(TokenKeys.REFRESH.key(pair.refreshToken()))
                        .orElseThrow()
                        .text())
                .startsWith("{\"Token\":\"" + pair.refreshToken()
                        + "\",\"UserId\":42,\"ExpiresAt\":\"2026-12-16T12:00:00Z\",\"DevicePublicId\":\"d1\"");
    }
}

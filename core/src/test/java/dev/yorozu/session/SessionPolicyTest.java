package dev.yorozu.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.TokenForm;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionPolicyTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static SessionPolicy policy(Duration life, Duration idle, Duration absolute, int most, Duration touch) {
        return new SessionPolicy(life, idle, absolute, most, SessionPolicy.AtCap.END_OLDEST, touch);
    }

    private static SessionLayout layout(KeyPattern session, KeyPattern index, int sidBytes, String secret) {
        return layout(session, new IndexLayout.InSet(index), sidBytes, secret);
    }

    private static SessionLayout layout(KeyPattern session, IndexLayout index, int sidBytes, String secret) {
        return new SessionLayout(
                session,
                index,
                TokenForm.base64url(sidBytes),
                SessionFields.of("uid", "created_at", "last_seen_at", "ver"),
                Set.of(secret));
    }

    @Test
    void whatCannotWorkIsRefused() {
        assertThatThrownBy(() -> policy(Duration.ZERO, DAY, DAY, 5, MINUTE)).hasMessageContaining("life");
        assertThatThrownBy(() -> policy(DAY, DAY, Duration.ofDays(999_999), 5, MINUTE))
                .hasMessageContaining("absolute limit");
        assertThatThrownBy(() -> policy(DAY, DAY, DAY, 0, MINUTE)).hasMessageContaining("from 1 to 100");
        assertThatThrownBy(() -> policy(DAY, DAY, DAY, 101, MINUTE)).hasMessageContaining("from 1 to 100");
        assertThatThrownBy(() -> policy(DAY, MINUTE, DAY, 5, MINUTE)).hasMessageContaining("touched before");
        assertThatThrownBy(() -> policy(DAY, DAY, DAY, 5, MINUTE.negated())).hasMessageContaining("touched before");
    }

    @Test
    void theEarliestLimitEndsASession() {
        long created = 1_000_000;
        long touched = created + 1000;
        Duration hour = Duration.ofHours(1);
        assertThat(policy(hour, DAY, DAY, 5, MINUTE).end(created, touched)).isEqualTo(touched + hour.toMillis());
        assertThat(policy(DAY, hour, DAY, 5, MINUTE).end(created, touched)).isEqualTo(touched + hour.toMillis());
        assertThat(policy(DAY, DAY, hour, 5, MINUTE).end(created, touched)).isEqualTo(created + hour.toMillis());
    }

    @Test
    void aLayoutNeedsKeysOfTheRightShape() {
        KeyPattern session = DiscordKeys.SESSION;
        KeyPattern index = DiscordKeys.USER_SESSIONS;
        assertThat(layout(session, index, 24, "access_token").isSid("a".repeat(32)))
                .isTrue();
        assertThatThrownBy(() -> layout(UserKeys.RATE, index, 24, "token")).hasMessageContaining("only part");
        assertThatThrownBy(() -> layout(session, UserKeys.SESSION, 24, "token")).hasMessageContaining("a SET");
        assertThatThrownBy(() ->
                        layout(UserKeys.SESSION, new IndexLayout.InSortedSet(DiscordKeys.USER_LINKS), 24, "token"))
                .hasMessageContaining("lie with");
        assertThatThrownBy(() -> layout(session, new IndexLayout.InSortedSet(UserKeys.USER_SESSIONS), 24, "token"))
                .hasMessageContaining("sorted set as index");
        assertThatThrownBy(() -> layout(session, index, 8, "token")).hasMessageContaining("random bytes");
        assertThatThrownBy(() -> layout(session, index, 24, "uid")).hasMessageContaining("secret");
    }

    @Test
    void aSidIsNeitherShortNorHalfASecret() {
        assertThatThrownBy(() -> TokenForm.named("sess-", 8)).hasMessageContaining("random bytes");
        assertThatThrownBy(() -> new TokenForm(TokenForm.Encoding.HEX, "sess-", 16, Optional.empty()))
                .hasMessageContaining("all random");
        SessionLayout users = SessionLayout.USERS;
        assertThat(users.isSid("sess-7f3d9a1b")).isTrue();
        assertThat(users.isSid("sess-7f3d:9a1b")).isFalse();
        assertThatThrownBy(() ->
                        new SessionLayout(users.session(), users.index(), users.sid(), users.fields(), Set.of("token")))
                .hasMessageContaining("no secret");
        assertThatThrownBy(() -> SessionFields.of("uid", "at", "at", "ver")).hasMessageContaining("a name of its own");
    }
}

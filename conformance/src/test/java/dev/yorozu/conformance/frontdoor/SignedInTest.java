package dev.yorozu.conformance.frontdoor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.AppTokens;
import dev.yorozu.TokenPair;
import dev.yorozu.TokenRefresh;
import dev.yorozu.Yorozu;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.conformance.Suite;
import dev.yorozu.json.Document;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.token.ledger.LedgerLayout;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Sessions and tokens of the front door, for users who are named by any text. */
@OnEveryStore
final class SignedInTest extends Suite {
    private static final SigningKeys KEYS = SigningKeys.of(SigningKey.hs256(new byte[32]));

    private final String own = UUID.randomUUID().toString();
    private final List<String> users =
            List.of(own, own + "@example.com", "2001:db8::" + own, "花子😀" + own, "{" + own + "}", own + " a/b:c");

    private Yorozu yorozu() {
        return Yorozu.builder(store()).clock(clock()).open();
    }

    private Sessions sessions() {
        return yorozu().sessions("shop");
    }

    private AppTokens tokens() {
        return yorozu().tokens("shop", KEYS);
    }

    private Session started(Sessions sessions, String user) {
        return ((Start.Started) sessions.start(user, Document.empty().with("cart", 3))).session();
    }

    @Test
    void aSessionIsFoundListedAndEnded() {
        for (String user : users) {
            Session session = started(sessions(), user);
            String sid = session.sid().orElseThrow();
            assertThat(sessions().find(sid)).hasValueSatisfying(found -> {
                assertThat(found.user()).isEqualTo(user);
                assertThat(found.number("cart")).hasValue(3);
            });
            assertThat(sessions().list(user)).hasSize(1);
            assertThat(yorozu().sessions("blog").find(sid)).isEmpty();
            assertLife(AppKeys.SESSION.key("shop", session.keyPart()), Duration.ofDays(30));
            started(sessions(), user);
            assertThat(sessions().endAll(user)).hasSize(2);
            assertThat(sessions().find(sid)).isEmpty();
        }
    }

    @Test
    void aSessionOfAnyTextWorksOrIsRefused() {
        for (String user : List.of("", "\n" + own, "a".repeat(200) + own, "\uD800" + own, "b".repeat(1 << 19) + own)) {
            Session session = started(sessions(), user);
            assertThat(sessions().find(session.sid().orElseThrow())).isPresent();
            assertThat(sessions().endAll(user)).hasSize(1);
        }
    }

    @Test
    void theStoreHoldsNoSid() {
        Session session = started(sessions(), own);
        assertThat(session.keyPart()).isNotEqualTo(session.sid().orElseThrow());
        assertThat(store().type(AppKeys.SESSION.key("shop", session.sid().orElseThrow())))
                .isEmpty();
    }

    @Test
    void settingsChooseThePolicy() {
        Sessions three = yorozu().sessions(
                        "shop", chosen -> chosen.life(Duration.ofDays(7)).maxPerUser(3));
        for (int i = 0; i < 5; i++) {
            started(three, own);
        }
        assertThat(three.list(own)).hasSize(3);
        assertLife(AppKeys.SESSION.key("shop", started(three, own).keyPart()), Duration.ofDays(7));
    }

    @Test
    void aTokenIsIssuedVerifiedRefreshedAndRevoked() {
        for (String user : users) {
            TokenPair pair = tokens().issue(user, Document.empty().with("role", "buyer"));
            assertThat(valid(pair.accessToken()).jwt().subject()).isEqualTo(user);
            TokenPair next = ((TokenRefresh.Refreshed) tokens().refresh(pair.refreshToken())).tokens();
            assertThat(next.user()).isEqualTo(user);
            assertThat(valid(next.accessToken()).jwt().claims().text("role")).contains("buyer");
            assertThat(tokens().revoke(next.refreshToken())).isTrue();
            assertThat(tokens().revoke(next.refreshToken())).isFalse();
            assertThat(tokens().verify(next.accessToken())).isInstanceOf(Verification.Invalid.class);
            assertThat(tokens().refresh(next.refreshToken())).isInstanceOf(TokenRefresh.Refused.class);
            tokens().issue(user);
            tokens().issue(user);
            assertThat(tokens().revokeAll(user)).isEqualTo(2);
        }
    }

    private Verification.Valid valid(String token) {
        return (Verification.Valid) tokens().verify(token);
    }

    @Test
    void settingsChooseDocumentedKeys() {
        Yorozu yorozu = yorozu();
        AppTokens documented = yorozu.tokens(
                "tokens", KEYS, chosen -> chosen.layout(LedgerLayout.TOKENS).storage(Storage.DOCUMENTED));
        TokenPair pair = documented.issue(own);
        assertThat(store().type(TokenKeys.REFRESH.key(pair.refreshToken()))).isPresent();
        assertThat(documented.verify(pair.accessToken())).isInstanceOf(Verification.Valid.class);
        Sessions users = yorozu.sessions("users", chosen -> chosen.layout(SessionLayout.USERS));
        String sid = started(users, own).sid().orElseThrow();
        assertThat(store().type(UserKeys.SESSION.key(own, sid))).isPresent();
    }

    @Test
    void aTokenOfAnotherAppIsNone() {
        String token = yorozu().tokens("blog", KEYS).issue(own).accessToken();
        assertThat(tokens().verify(token)).isInstanceOf(Verification.Invalid.class);
    }

    @Test
    void aRefreshTokenHasOneSuccessor() throws Exception {
        String token = tokens().issue(own).refreshToken();
        var refreshes = Race.run(8, () -> tokens().refresh(token));
        assertThat(refreshes.stream()
                        .map(each -> ((TokenRefresh.Refreshed) each).tokens().refreshToken())
                        .distinct())
                .hasSize(1);
        clock().advance(Duration.ofMinutes(1));
        assertThat(tokens().refresh(token)).isEqualTo(new TokenRefresh.Reused(own));
    }

    @Test
    void aUserWhomNoTokenCanNameIsRefusedWithASentence() {
        for (String user : List.of("", "a\n", "\uD800", "a".repeat(257))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokens().issue(user))
                    .withMessageContaining("1 to 256 characters");
        }
    }
}

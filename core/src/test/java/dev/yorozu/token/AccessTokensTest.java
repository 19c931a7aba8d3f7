package dev.yorozu.token;

import static dev.yorozu.jwt.SampleTokens.HS;
import static dev.yorozu.jwt.SampleTokens.NOW;
import static dev.yorozu.jwt.SampleTokens.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
import dev.yorozu.token.Authentication.Denied;
import dev.yorozu.token.Authentication.Granted;
import dev.yorozu.token.ledger.LedgerLayout;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AccessTokensTest {
    private static final Access ACCESS = new Access("5f0c8a6e", NOW, NOW.plusSeconds(900));
    private static final String USER = "42";

    private final AtomicReference<Instant> now = new AtomicReference<>(NOW);
    private final MemoryStore store = new MemoryStore(now::get, Limits.DEFAULT, StoreObserver.NONE);
    private final Jwts jwts = new Jwts(SigningKeys.of(HS), POLICY, now::get);
    private final AccessTokens tokens = new AccessTokens(store, jwts, LedgerLayout.TOKENS.revocation(), now::get);
    private final String token =
            tokens.sign(ACCESS, new Claims(USER, Document.empty().with("username", "hanako")));

    private void issue() {
        store.commit(Batch.builder()
                .setAdd(TokenKeys.USER_ACCESS.key(USER), Bytes.of(ACCESS.id()))
                .build());
    }

    private void invalidateBefore(String moment) {
        store.commit(Batch.builder()
                .put(TokenKeys.INVALID_BEFORE.key(USER), Bytes.of(moment), Expiry.after(Duration.ofDays(31)))
                .build());
    }

    @Test
    void anIssuedTokenIsValid() {
        issue();
        assertThat(tokens.check(token))
                .isEqualTo(new Granted(
                        new Jwt(
                                ACCESS.id(),
                                USER,
                                ACCESS.issuedAt(),
                                ACCESS.endsAt(),
                                Document.empty().with("username", "hanako")),
                        Optional.empty()));
    }

    @Test
    void aStoreThatWasEmptiedRevivesNothing() {
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.UNKNOWN));
    }

    @Test
    void aRevokedTokenIsRefusedForItsWholeLifeAndSkew() {
        issue();
        tokens.revoke(ACCESS.id(), ACCESS.endsAt());
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.REVOKED));
        assertThat(store.get(TokenKeys.REVOKED.key(ACCESS.id()))).contains(Bytes.of("1"));
        assertThat(store.remaining(TokenKeys.REVOKED.key(ACCESS.id())))
                .contains(new Life.Ends(Duration.ofSeconds(930)));
        now.set(ACCESS.endsAt().plusSeconds(30).minusMillis(1));
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.REVOKED));
        now.set(ACCESS.endsAt().plusSeconds(30));
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.EXPIRED));
        assertThat(store.get(TokenKeys.REVOKED.key(ACCESS.id()))).isEmpty();
    }

    @Test
    void whatHasEndedNeedsNoRevocation() {
        now.set(ACCESS.endsAt().plusSeconds(30));
        tokens.revoke(ACCESS.id(), ACCESS.endsAt());
        assertThat(store.remaining(TokenKeys.REVOKED.key(ACCESS.id()))).isEmpty();
    }

    /** The value is for people who look; that there is one counts. */
    @Test
    void anEntryMadeByHandIsHonoured() {
        issue();
        store.commit(Batch.builder()
                .put(TokenKeys.REVOKED.key(ACCESS.id()), Bytes.of("by hand"), Expiry.after(Duration.ofHours(1)))
                .build());
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.REVOKED));
    }

    @Test
    void whatWasIssuedBeforeTheMomentIsDeadAndWhatWasIssuedInItLives() {
        issue();
        invalidateBefore(Long.toString(NOW.getEpochSecond()));
        assertThat(tokens.check(token)).isInstanceOf(Granted.class);
        invalidateBefore(Long.toString(NOW.getEpochSecond() + 1));
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.INVALIDATED));
        invalidateBefore("yesterday");
        assertThat(tokens.check(token)).isEqualTo(new Denied(Reason.INVALIDATED));
    }

    @Test
    void aSystemMayAskForLess() {
        RevocationLayout lists = new RevocationLayout(TokenKeys.REVOKED, "true", Optional.empty(), Optional.empty());
        AccessTokens fewer = new AccessTokens(store, jwts, lists, now::get);
        assertThat(fewer.check(token)).isInstanceOf(Granted.class);
        RoundTrip trip = new RoundTrip(store);
        fewer.check(trip, fewer.verify(token));
        assertThat(trip.items()).hasSize(1);
        fewer.revoke(ACCESS.id(), ACCESS.endsAt());
        assertThat(fewer.check(token)).isEqualTo(new Denied(Reason.REVOKED));
        assertThat(store.get(TokenKeys.REVOKED.key(ACCESS.id()))).contains(Bytes.of("true"));
    }

    @Test
    void aStoreThatFailsLetsNobodyIn() {
        issue();
        store.close();
        assertThatExceptionOfType(StoreException.Unavailable.class).isThrownBy(() -> tokens.check(token));
    }

    /** Not even a store that fails is asked about a text that is no token. */
    @Test
    void theStoreIsAskedOnlyAboutTokensThatAreSigned() {
        store.close();
        assertThat(tokens.check("no token")).isEqualTo(new Denied(Reason.MALFORMED));
        assertThat(tokens.check(token.substring(1))).isInstanceOf(Denied.class);
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Authentication> answer = tokens.check(trip, tokens.verify("no token"));
        assertThat(trip.items()).isEmpty();
        assertThat(answer.get()).isEqualTo(new Denied(Reason.MALFORMED));
    }

    @Test
    void theQuestionsCanTravelWithOthers() {
        issue();
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Authentication> answer = tokens.check(trip, tokens.verify(token));
        assertThat(trip.items()).hasSize(3);
        trip.send();
        assertThat(answer.get()).isInstanceOf(Granted.class);
    }

    @Test
    void idsThatCannotStandInAKeyAreRefused() {
        for (String id : List.of("a:b", "a{b}", "a b", "é", "x".repeat(65))) {
            String byId = jwts.sign(new Jwt(id, USER, NOW, ACCESS.endsAt(), Document.empty()));
            String bySubject = jwts.sign(new Jwt(ACCESS.id(), id, NOW, ACCESS.endsAt(), Document.empty()));
            assertThat(tokens.check(byId)).isEqualTo(new Denied(Reason.CLAIMS));
            assertThat(tokens.check(bySubject)).isEqualTo(new Denied(Reason.CLAIMS));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokens.sign(ACCESS, new Claims(id, Document.empty())));
            assertThatIllegalArgumentException().isThrownBy(() -> tokens.revoke(id, ACCESS.endsAt()));
        }
    }
}

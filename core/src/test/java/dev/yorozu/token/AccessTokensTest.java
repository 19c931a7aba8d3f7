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
import dev.yorozu.jwt.Verification.Invalid;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.jwt.Verification.Valid;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Life;
import dev.yorozu.store.Limits;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.StoreObserver;
import dev.yorozu.store.memory.MemoryStore;
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
    private final AccessTokens tokens = new AccessTokens(store, jwts, RevocationLayout.TOKENS, now::get);
    private final String token = tokens.sign(USER, ACCESS, Document.empty().with("username", "hanako"));

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

    private Standing standing() {
        return tokens.standing(ACCESS.id(), USER, ACCESS.issuedAt());
    }

    @Test
    void anIssuedTokenIsValid() {
        issue();
        assertThat(tokens.verify(token))
                .isEqualTo(new Valid(new Jwt(
                        ACCESS.id(),
                        USER,
                        ACCESS.issuedAt(),
                        ACCESS.endsAt(),
                        Document.empty().with("username", "hanako"))));
        assertThat(standing()).isEqualTo(new Standing.Live());
    }

    @Test
    void aStoreThatWasEmptiedRevivesNothing() {
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.UNKNOWN));
        assertThat(standing()).isEqualTo(new Standing.Revoked(Reason.UNKNOWN));
    }

    @Test
    void aRevokedTokenIsRefusedForItsWholeLifeAndSkew() {
        issue();
        tokens.revoke(ACCESS.id(), ACCESS.endsAt());
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.REVOKED));
        assertThat(standing()).isEqualTo(new Standing.Revoked(Reason.REVOKED));
        assertThat(store.get(TokenKeys.REVOKED.key(ACCESS.id()))).contains(Bytes.of("1"));
        assertThat(store.remaining(TokenKeys.REVOKED.key(ACCESS.id())))
                .contains(new Life.Ends(Duration.ofSeconds(930)));
        now.set(ACCESS.endsAt().plusSeconds(30).minusMillis(1));
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.REVOKED));
        now.set(ACCESS.endsAt().plusSeconds(30));
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.EXPIRED));
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
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.REVOKED));
    }

    @Test
    void whatWasIssuedBeforeTheMomentIsDeadAndWhatWasIssuedInItLives() {
        issue();
        invalidateBefore(Long.toString(NOW.getEpochSecond()));
        assertThat(tokens.verify(token)).isInstanceOf(Valid.class);
        invalidateBefore(Long.toString(NOW.getEpochSecond() + 1));
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.INVALIDATED));
        invalidateBefore("yesterday");
        assertThat(tokens.verify(token)).isEqualTo(new Invalid(Reason.INVALIDATED));
    }

    @Test
    void aSystemMayAskForLess() {
        RevocationLayout lists = new RevocationLayout(TokenKeys.REVOKED, "true", Optional.empty(), Optional.empty());
        AccessTokens fewer = new AccessTokens(store, jwts, lists, now::get);
        assertThat(fewer.verify(token)).isInstanceOf(Valid.class);
        assertThat(fewer.lookup(token).questions()).hasSize(1);
        fewer.revoke(ACCESS.id(), ACCESS.endsAt());
        assertThat(fewer.verify(token)).isEqualTo(new Invalid(Reason.REVOKED));
        assertThat(store.get(TokenKeys.REVOKED.key(ACCESS.id()))).contains(Bytes.of("true"));
    }

    @Test
    void aStoreThatFailsLetsNobodyIn() {
        issue();
        store.close();
        assertThatExceptionOfType(StoreException.Unavailable.class).isThrownBy(() -> tokens.verify(token));
        assertThatExceptionOfType(StoreException.Unavailable.class).isThrownBy(this::standing);
    }

    /** Not even a store that fails is asked about a text that is no token. */
    @Test
    void theStoreIsAskedOnlyAboutTokensThatAreSigned() {
        store.close();
        assertThat(tokens.verify("no token")).isEqualTo(new Invalid(Reason.MALFORMED));
        assertThat(tokens.verify(token.substring(1))).isInstanceOf(Invalid.class);
        assertThat(tokens.lookup("no token").questions()).isEmpty();
        assertThat(tokens.lookup("no token").found(List.of())).isEqualTo(new Invalid(Reason.MALFORMED));
    }

    @Test
    void theQuestionsCanTravelWithOthers() {
        issue();
        AccessTokens.Lookup lookup = tokens.lookup(token);
        assertThat(lookup.questions()).hasSize(3);
        assertThat(lookup.found(store.readAll(lookup.questions()))).isInstanceOf(Valid.class);
    }

    @Test
    void idsThatCannotStandInAKeyAreRefused() {
        for (String id : List.of("a:b", "a{b}", "a b", "é", "x".repeat(65))) {
            String byId = jwts.sign(new Jwt(id, USER, NOW, ACCESS.endsAt(), Document.empty()));
            String bySubject = jwts.sign(new Jwt(ACCESS.id(), id, NOW, ACCESS.endsAt(), Document.empty()));
            assertThat(tokens.verify(byId)).isEqualTo(new Invalid(Reason.CLAIMS));
            assertThat(tokens.verify(bySubject)).isEqualTo(new Invalid(Reason.CLAIMS));
            assertThatIllegalArgumentException().isThrownBy(() -> tokens.sign(id, ACCESS, Document.empty()));
            assertThatIllegalArgumentException().isThrownBy(() -> tokens.revoke(id, ACCESS.endsAt()));
        }
    }
}

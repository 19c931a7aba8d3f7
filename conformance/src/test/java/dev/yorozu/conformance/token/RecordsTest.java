package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.ledger.Logins;
import dev.yorozu.token.ledger.RefreshStanding;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/** What lies in the store: the documented keys, their types, lives and JSON. */
@OnEveryStore(heldClock = true)
final class RecordsTest extends TokenSuite {
    private String text(Key key) {
        return store().get(key).map(Bytes::text).orElseThrow();
    }

    @OfEveryLineage
    void anIssuedPairSaysWhatItIsAndItsRecordHasTheDocumentedFieldsFirst(LedgerFixture user) {
        Issued pair = user.issue();
        Instant now = clock().instant();
        Login login = pair.login();
        assertThat(pair.refreshToken()).matches("[0-9a-f]{32}");
        assertThat(login.user()).isEqualTo(user.id);
        assertThat(login.id()).matches("[0-9a-f]{16}");
        assertThat(login.attributes()).isEqualTo(ATTRIBUTES);
        assertThat(login.beganAt()).isEqualTo(login.issuedAt()).isBetween(now.minus(SECOND), now);
        assertThat(login.endsAt()).isEqualTo(login.issuedAt().plus(LIFE));
        assertThat(login.access()).containsExactly(access(pair));
        assertThat(access(pair).issuedAt()).isEqualTo(now.truncatedTo(ChronoUnit.SECONDS));
        assertThat(access(pair).endsAt()).isEqualTo(access(pair).issuedAt().plus(ACCESS_LIFE));
        assertThat(user.tokens().find(pair.refreshToken())).hasValue(login);
        assertThat(user.tokens().list(user.id)).containsExactly(login);
        user.assertLives(pair);
        user.assertWhole();
        assertThat(text(user.record(pair)))
                .startsWith("{\"Token\":\"%s\",\"UserId\":%s,\"ExpiresAt\":\""
                        .formatted(user.keyPart(pair.refreshToken()), user.id));
        String endsAt = user.document(user.record(pair)).text("ExpiresAt").orElseThrow();
        assertThat(endsAt).endsWith("Z");
        assertThat(Instant.parse(endsAt)).isEqualTo(login.endsAt());
    }

    @OfEveryLineage
    void aSpentRecordHasEndedForEveryReaderAndIsSmall(LedgerFixture user) {
        Issued pair = user.issue(user.tokens(), ATTRIBUTES.with("UserAgent", "M".repeat(300)));
        clock().advance(Duration.ofMinutes(14));
        rotated(user.rotate(pair));
        Document record = user.document(user.record(pair));
        assertThat(record.names()).startsWith("Token", "UserId", "ExpiresAt").doesNotContain("UserAgent");
        assertThat(Instant.parse(record.text("ExpiresAt").orElseThrow())).isBeforeOrEqualTo(clock().instant());
        assertThat(text(user.record(pair)).length()).isLessThan(256);
        assertThat(user.tokens().standing(pair.refreshToken()).flatMap(RefreshStanding::reason))
                .hasValue(RefreshStanding.Reason.REPLACED);
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void aUserWhoseIdIsNoNumberIsText(LedgerFixture fixture) {
        Logins tokens = fixture.tokens();
        for (String user : List.of(UUID.randomUUID().toString(), "007", "1e3", "99999999999999999999")) {
            Issued pair = tokens.issue(user, ATTRIBUTES, new Claims(user, Document.empty()));
            assertThat(text(fixture.record(pair))).contains("\"UserId\":\"" + user + "\"");
            assertThat(tokens.find(pair.refreshToken()).map(Login::user)).hasValue(user);
            assertThat(tokens.owner(pair.refreshToken())).hasValue(user);
            assertThat(tokens.endAll(user)).isEqualTo(1);
        }
    }

    @OfEveryLineage
    void theKeysHaveTheDocumentedTypesMembersAndLives(LedgerFixture user) {
        Issued pair = user.issue();
        user.endAll();
        Issued second = user.issue();
        Key revoked = LedgerFixture.revoked(pair);
        for (Key text : List.of(user.record(second), revoked, user.invalidBefore)) {
            assertThat(store().type(text)).hasValue(ValueType.STRING);
        }
        for (Key set : List.of(user.tokenSet, user.accessSet)) {
            assertThat(store().type(set)).hasValue(ValueType.SET);
            assertLife(set, SETS_LIFE);
        }
        assertThat(user.members(user.tokenSet)).containsExactly(user.keyPart(second.refreshToken()));
        assertThat(user.members(user.accessSet)).containsExactly(access(second).id());
        assertThat(text(revoked)).isEqualTo("1");
        assertThat(text(user.invalidBefore))
                .isEqualTo(Long.toString(clock().instant().getEpochSecond()));
        assertLife(user.record(second), LIFE);
        assertLife(user.invalidBefore, SETS_LIFE);
        assertLife(
                revoked,
                Duration.between(clock().instant(), access(pair).endsAt()).plus(SKEW));
    }

    @OfEveryLineage
    void theSetsAreRenewedByEveryWrite(LedgerFixture user) {
        Issued pair = user.issue();
        clock().advance(Duration.ofDays(20));
        Issued next = rotated(user.rotate(pair));
        storeClock().ifPresent(held -> {
            assertLife(user.tokenSet, SETS_LIFE);
            assertLife(user.accessSet, SETS_LIFE);
            assertLife(user.record(next.refreshToken()), LIFE);
        });
        clock().advance(Duration.ofDays(20));
        user.assertWhole();
        assertThat(user.current(next)).isTrue();
    }

    @OfEveryLineage
    void onlyDocumentedStorageShowsTokens(LedgerFixture user) {
        String first = user.issue().refreshToken();
        String second = rotated(user.rotate(first)).refreshToken();
        String all = text(user.record(first))
                + text(user.record(second))
                + text(user.ledger)
                + user.members(user.tokenSet)
                + user.members(user.accessSet);
        boolean documented = user.storage == Storage.DOCUMENTED;
        assertThat(all.contains(first)).isEqualTo(documented);
        assertThat(all.contains(second)).isEqualTo(documented);
        if (!documented) {
            assertThat(user.tokens().find(user.keyPart(second))).isEmpty();
            user.assertRefused(user.keyPart(second));
            assertThat(user.refreshLives(second)).isTrue();
        }
    }

    @OfEveryLineage
    void noTextFormShowsAToken(LedgerFixture user) {
        Issued pair = user.issue();
        String token = pair.refreshToken();
        String shown = pair + " " + pair.login() + " " + user.tokens() + " " + user.rotate(token) + " "
                + user.tokens().list(user.id);
        String next = user.pairs().getLast().refreshToken();
        assertThat(shown).doesNotContain(token, next, user.keyPart(token), user.keyPart(next));
    }

    @OfEveryLineage
    void attributesSayNothingThatARecordSaysItself(LedgerFixture user) {
        Issued pair = user.issue(
                user.tokens(),
                ATTRIBUTES
                        .with("UserId", 1)
                        .with("Token", "0".repeat(32))
                        .with("ExpiresAt", "2000-01-01T00:00:00Z")
                        .with("RotatedAt", "2000-01-01T00:00:00Z"));
        assertThat(text(user.record(pair))).contains("\"UserId\":" + user.id + ",");
        assertThat(user.tokens().owner(pair.refreshToken())).hasValue(user.id);
        user.assertLives(pair);
        user.assertLives(rotated(user.rotate(pair)));
        user.assertWhole();
    }

    @OfEveryLineage
    void aUserWhoseIdCannotBeAKeyIsRefusedBeforeAnythingIsStored(LedgerFixture fixture) {
        FaultyStore counting = FaultyStore.counting(store());
        Logins tokens = fixture.tokens(counting);
        for (String user : List.of("", "a:b", "a}b", "u".repeat(65))) {
            assertThatThrownBy(() -> tokens.issue(user, ATTRIBUTES, new Claims(user, Document.empty())))
                    .isInstanceOf(IllegalArgumentException.class);
            assertThat(tokens.list(user)).isEmpty();
            assertThat(tokens.endAll(user)).isZero();
            assertThat(tokens.endAllBut(user, "0123456789abcdef")).isZero();
            assertThat(tokens.ofAccess(user, "jti")).isEmpty();
        }
        assertThat(counting.calls()).isZero();
    }
}

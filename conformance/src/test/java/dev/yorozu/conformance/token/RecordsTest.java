package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.yorozu.conformance.InBothStorages;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What lies in the store: the documented keys, their types, lives and JSON. */
@OnEveryStore(heldClock = true)
final class RecordsTest extends TokenSuite {
    private String text(Key key) {
        return store().get(key).map(Bytes::text).orElseThrow();
    }

    @InBothStorages
    void anIssuedPairSaysWhatItIs(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        Instant now = clock().instant();
        Login login = pair.login();
        assertThat(pair.refreshToken()).matches("[0-9a-f]{32}");
        assertThat(login.user()).isEqualTo(scene.user());
        assertThat(login.id()).matches("[0-9a-f]{16}");
        assertThat(login.attributes()).isEqualTo(ATTRIBUTES);
        assertThat(login.beganAt()).isEqualTo(login.issuedAt()).isBetween(now.minus(SECOND), now);
        assertThat(login.endsAt()).isEqualTo(login.issuedAt().plus(LIFE));
        assertThat(login.access()).containsExactly(access(pair));
        assertThat(access(pair).issuedAt()).isEqualTo(now.truncatedTo(ChronoUnit.SECONDS));
        assertThat(access(pair).endsAt()).isEqualTo(access(pair).issuedAt().plus(ACCESS_LIFE));
        assertThat(scene.find(pair.refreshToken())).hasValue(login);
        assertThat(scene.list()).containsExactly(login);
        scene.assertLives(pair);
        scene.assertWhole();
    }

    @InBothStorages
    void theRecordHasTheDocumentedFieldsFirst(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        String json = text(scene.record(pair.refreshToken()));
        assertThat(json)
                .startsWith("{\"Token\":\"" + keyPart(storage, pair.refreshToken()) + "\",\"UserId\":" + scene.user()
                        + ",\"ExpiresAt\":\"");
        Document record = Document.parse(json).orElseThrow();
        assertThat(record.names()).startsWith("Token", "UserId", "ExpiresAt");
        String endsAt = record.text("ExpiresAt").orElseThrow();
        assertThat(endsAt).endsWith("Z");
        assertThat(Instant.parse(endsAt)).isEqualTo(pair.login().endsAt());
    }

    @InBothStorages
    void aSpentRecordHasEndedForEveryReaderAndIsSmall(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue(scene.tokens(), ATTRIBUTES.with("UserAgent", "M".repeat(300)));
        clock().advance(Duration.ofMinutes(14));
        rotated(scene.rotate(pair));
        String json = text(scene.record(pair.refreshToken()));
        Document record = Document.parse(json).orElseThrow();
        assertThat(record.names()).startsWith("Token", "UserId", "ExpiresAt").doesNotContain("UserAgent");
        assertThat(Instant.parse(record.text("ExpiresAt").orElseThrow())).isBeforeOrEqualTo(clock().instant());
        assertThat(json.length()).isLessThan(256);
        assertThat(scene.tokens().standing(pair.refreshToken()))
                .hasValueSatisfying(
                        standing -> assertThat(standing.reason()).hasValue(RefreshStanding.Reason.REPLACED));
    }

    @Test
    void aUserWhoseIdIsNoNumberIsText() {
        for (String user : List.of(UUID.randomUUID().toString(), "007", "1e3", "99999999999999999999")) {
            LedgerFixture scene = scene(Storage.DOCUMENTED);
            Issued pair = scene.tokens().issue(user, ATTRIBUTES, new Claims(user, Document.empty()));
            assertThat(text(scene.record(pair.refreshToken()))).contains("\"UserId\":\"" + user + "\"");
            assertThat(scene.find(pair.refreshToken()).map(Login::user)).hasValue(user);
            assertThat(scene.owner(pair.refreshToken())).hasValue(user);
            assertThat(scene.tokens().endAll(user)).isEqualTo(1);
        }
    }

    @InBothStorages
    void theKeysHaveTheDocumentedTypesAndMembers(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        scene.endAll();
        Issued second = scene.issue();
        assertThat(store().type(scene.record(second.refreshToken()))).hasValue(ValueType.STRING);
        assertThat(store().type(scene.tokenSet())).hasValue(ValueType.SET);
        assertThat(store().type(scene.accessSet())).hasValue(ValueType.SET);
        assertThat(store().type(LedgerFixture.revoked(access(pair).id()))).hasValue(ValueType.STRING);
        assertThat(store().type(scene.invalidBefore())).hasValue(ValueType.STRING);
        assertThat(scene.tokenMembers()).containsExactly(keyPart(storage, second.refreshToken()));
        assertThat(scene.accessMembers()).containsExactly(access(second).id());
        assertThat(text(LedgerFixture.revoked(access(pair).id()))).isEqualTo("1");
        assertThat(text(scene.invalidBefore()))
                .isEqualTo(Long.toString(clock().instant().getEpochSecond()));
    }

    @InBothStorages
    void theKeysLiveAsLongAsDocumented(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        assertLife(scene.record(pair.refreshToken()), LIFE);
        assertLife(scene.tokenSet(), SETS_LIFE);
        assertLife(scene.accessSet(), SETS_LIFE);
        scene.endAll();
        assertLife(scene.invalidBefore(), SETS_LIFE);
        Duration access = Duration.between(clock().instant(), access(pair).endsAt());
        assertLife(LedgerFixture.revoked(access(pair).id()), access.plus(SKEW));
    }

    @InBothStorages
    void theSetsAreRenewedByEveryWrite(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        clock().advance(Duration.ofDays(20));
        Issued next = rotated(scene.rotate(pair));
        storeClock().ifPresent(held -> {
            assertLife(scene.tokenSet(), SETS_LIFE);
            assertLife(scene.accessSet(), SETS_LIFE);
            assertLife(scene.record(next.refreshToken()), LIFE);
        });
        clock().advance(Duration.ofDays(20));
        scene.assertWhole();
        assertThat(scene.current(next)).isTrue();
    }

    @InBothStorages
    void everyTokenAndIdIsAnother(Storage storage) {
        LedgerFixture scene = scene(storage, policy(GRACE, 20)).issued(10);
        Set<String> tokens = new HashSet<>();
        Set<String> ids = new HashSet<>();
        Set<String> families = new HashSet<>();
        scene.pairs().forEach(pair -> {
            tokens.add(pair.refreshToken());
            ids.add(access(pair).id());
            families.add(pair.login().id());
        });
        assertThat(List.of(tokens.size(), ids.size(), families.size())).containsOnly(10);
        assertThat(ids).allMatch(id -> id.matches("[0-9A-Za-z_-]{16,64}"));
    }

    @InBothStorages
    void onlyDocumentedStorageShowsTokens(Storage storage) {
        LedgerFixture scene = scene(storage);
        String first = scene.issue().refreshToken();
        String second = rotated(scene.rotate(first)).refreshToken();
        String all = text(scene.record(first))
                + text(scene.record(second))
                + text(scene.ledger())
                + scene.tokenMembers()
                + scene.accessMembers();
        boolean documented = storage == Storage.DOCUMENTED;
        assertThat(all.contains(first)).isEqualTo(documented);
        assertThat(all.contains(second)).isEqualTo(documented);
        if (!documented) {
            assertThat(scene.find(keyPart(storage, second))).isEmpty();
            scene.assertRefused(keyPart(storage, second));
            assertThat(scene.refreshLives(second)).isTrue();
        }
    }

    @InBothStorages
    void noTextFormShowsAToken(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue();
        String token = pair.refreshToken();
        String shown =
                pair + " " + pair.login() + " " + scene.tokens() + " " + scene.rotate(token) + " " + scene.list();
        String next = scene.pairs().getLast().refreshToken();
        assertThat(shown).doesNotContain(token, next, keyPart(storage, token), keyPart(storage, next));
    }

    @InBothStorages
    void attributesSayNothingThatARecordSaysItself(Storage storage) {
        LedgerFixture scene = scene(storage);
        Issued pair = scene.issue(
                scene.tokens(),
                ATTRIBUTES
                        .with("UserId", 1)
                        .with("Token", "0".repeat(32))
                        .with("ExpiresAt", "2000-01-01T00:00:00Z")
                        .with("RotatedAt", "2000-01-01T00:00:00Z"));
        assertThat(text(scene.record(pair.refreshToken()))).contains("\"UserId\":" + scene.user() + ",");
        assertThat(scene.owner(pair.refreshToken())).hasValue(scene.user());
        scene.assertLives(pair);
        scene.assertLives(rotated(scene.rotate(pair)));
        scene.assertWhole();
    }

    @InBothStorages
    void aUserWhoseIdCannotBeAKeyIsRefusedBeforeAnythingIsStored(Storage storage) {
        FaultyStore counting = FaultyStore.counting(store());
        Logins tokens = scene(storage).tokens(counting);
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

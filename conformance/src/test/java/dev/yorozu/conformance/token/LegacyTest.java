package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.store.testkit.FaultyStore.Fault;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens as the original program wrote them: a record of three fields, a member of the set, and nothing else. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends TokenSuite {
    private static final Storage STORAGE = Storage.DOCUMENTED;

    /** No fewer calls than a rotation makes. */
    private static final int CALLS = 16;

    /** Writes a token of the original program that ends in ten days. */
    private String original(LedgerFixture scene) {
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(10)).toString();
        store(scene, token, record(token, scene.user(), endsAt));
        return token;
    }

    private static String record(String token, String user, String endsAt) {
        return "{\"Token\":\"" + token + "\",\"UserId\":" + user + ",\"ExpiresAt\":\"" + endsAt + "\"}";
    }

    private static void store(LedgerFixture scene, String token, String json) {
        scene.byHand(batch -> batch.put(scene.record(token), json, Expiry.after(Duration.ofDays(10))));
        scene.byHand(batch ->
                batch.setAdd(scene.tokenSet(), Bytes.of(token)).expire(scene.tokenSet(), Expiry.after(SETS_LIFE)));
    }

    @Test
    void anOriginalTokenIsFoundListedAndOwned() {
        LedgerFixture scene = scene(STORAGE);
        String token = original(scene);
        Login login = scene.find(token).orElseThrow();
        assertThat(login.user()).isEqualTo(scene.user());
        assertThat(login.endsAt()).isEqualTo(clock().instant().plus(Duration.ofDays(10)));
        assertThat(scene.list()).hasSize(1);
        assertThat(scene.owner(token)).hasValue(scene.user());
    }

    @Test
    void anOriginalTokenIsSpentOnce() {
        LedgerFixture scene = scene(STORAGE);
        String token = original(scene);
        Issued next = rotated(scene.rotate(token));
        scene.assertSpent(token);
        scene.assertLives(next);
        assertThat(repeated(scene.rotate(token))).isEqualTo(next);
        scene.assertWhole();
        clock().advance(GRACE);
        assertThat(scene.rotate(token)).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
    }

    @Test
    void anOriginalTokenIsSpentWhileOthersChangeTheLedger() {
        for (int call = 1; call <= CALLS; call++) {
            LedgerFixture scene = scene(STORAGE).issued(1);
            String token = original(scene);
            FaultyStore busy = FaultyStore.meanwhile(store(), call, () -> rotated(scene.rotate(scene.first())));
            Issued next = rotated(scene.rotate(busy, token));
            scene.assertLives(next);
            assertThat(scene.list()).hasSize(2);
            scene.assertWhole();
        }
    }

    @Test
    void aRotationOfAnOriginalTokenThatIsCutOffCanBeTriedAgain() {
        for (Fault fault : Fault.values()) {
            for (int call = 1; call <= CALLS; call++) {
                LedgerFixture scene = scene(STORAGE);
                String token = original(scene);
                try {
                    scene.rotate(FaultyStore.failing(store(), fault, call), token);
                } catch (StoreException expected) {
                    assertThat(expected).isNotNull();
                }
                scene.assertLives(pair(scene.rotate(token)).orElseThrow());
                scene.assertWhole();
                clock().advance(GRACE);
                assertThat(scene.rotate(token)).isInstanceOf(Rotation.Reused.class);
                scene.assertNothingLives();
            }
        }
    }

    @Test
    void anOriginalTokenIsEnded() {
        LedgerFixture scene = scene(STORAGE).issued(1);
        String token = original(scene);
        assertThat(scene.end(token)).isPresent();
        scene.assertSpent(token);
        scene.assertRefused(token);
        scene.assertLives(scene.first());
        scene.assertWhole();
    }

    @Test
    void originalTokensAreEndedWithAllOthers() {
        LedgerFixture scene = scene(STORAGE).issued(1);
        List<String> originals = List.of(original(scene), original(scene));
        assertThat(scene.endAll()).isEqualTo(3);
        assertThat(originals).noneMatch(scene::refreshLives);
        assertThat(originals).allMatch(token -> pair(scene.rotate(token)).isEmpty());
        scene.assertNothingLives();
    }

    @Test
    void originalTokensAreAmongTheOthersThatEnd() {
        LedgerFixture scene = scene(STORAGE).issued(2);
        String token = original(scene);
        assertThat(scene.endAllBut(scene.firstFamily())).isEqualTo(2);
        scene.assertSpent(token);
        scene.assertLives(scene.first());
        scene.assertWhole();
    }

    @Test
    void anOriginalTokenIsKeptWhenItIsTheCurrentOne() {
        LedgerFixture scene = scene(STORAGE).issued(2);
        String token = original(scene);
        String family = scene.find(token).orElseThrow().id();
        assertThat(scene.endAllBut(family)).isEqualTo(2);
        assertThat(scene.refreshLives(token)).isTrue();
        rotated(scene.rotate(token));
        assertThat(scene.list()).hasSize(1);
        scene.assertWhole();
    }

    @Test
    void aSignInOfOursLosesNoOriginalToken() {
        LedgerFixture scene = scene(STORAGE);
        String token = original(scene);
        scene.issued(1);
        rotated(scene.rotate(scene.first()));
        assertThat(scene.refreshLives(token)).isTrue();
        assertThat(scene.list()).hasSize(2);
        scene.assertWhole();
        rotated(scene.rotate(token));
        scene.assertWhole();
    }

    @Test
    void originalTokensCountForTheCap() {
        LedgerFixture scene = scene(STORAGE);
        for (int i = 0; i < 2 * CAP; i++) {
            original(scene);
        }
        scene.issued(1);
        assertThat(scene.tokenMembers()).hasSize(CAP);
        scene.assertLives(scene.first());
        scene.assertWhole();
        scene.issued(CAP - 1);
        scene.pairs().forEach(scene::assertLives);
        scene.assertWhole();
    }

    @ParameterizedTest
    @ValueSource(strings = {".1234567Z", "Z", ".5Z", "+00:00", ".1234567+00:00"})
    void theTimesThatOtherProgramsWriteAreRead(String ending) {
        LedgerFixture scene = scene(STORAGE);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString().substring(0, 19);
        store(scene, token, record(token, scene.user(), endsAt + ending));
        assertThat(scene.refreshLives(token)).isTrue();
        clock().advance(Duration.ofDays(9).plus(SECOND));
        scene.assertSpent(token);
        scene.assertRefused(token);
    }

    @Test
    void aTextAsUserIdAndFurtherFieldsAreRead() {
        LedgerFixture scene = scene(STORAGE);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString();
        String json = record(token, "\"" + scene.user() + "\"", endsAt).replace("}", ",\"CreatedByIp\":\"::1\"}");
        store(scene, token, json);
        assertThat(scene.find(token).map(Login::user)).hasValue(scene.user());
        rotated(scene.rotate(token));
        scene.assertWhole();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}",
                "{\"Token\":\"TOKEN\",\"UserId\":USER}",
                "{\"Token\":\"TOKEN\",\"ExpiresAt\":\"TIME\"}",
                "{\"Token\":\"TOKEN\",\"UserId\":null,\"ExpiresAt\":\"TIME\"}",
                "{\"Token\":\"TOKEN\",\"UserId\":\"a:b\",\"ExpiresAt\":\"TIME\"}",
                "{\"Token\":\"TOKEN\",\"UserId\":USER,\"ExpiresAt\":\"tomorrow\"}",
                "{\"Token\":\"TOKEN\",\"UserId\":USER,\"ExpiresAt\":\"+1000000000-12-31T23:59:59.999999999Z\"}",
                "{\"Token\":\"TOKEN\",\"UserId\":USER,\"ExpiresAt\":17}"
            })
    void whatIsNoRecordLetsNobodyIn(String json) {
        LedgerFixture scene = scene(STORAGE).issued(1);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString();
        store(
                scene,
                token,
                json.replace("TOKEN", token).replace("USER", scene.user()).replace("TIME", endsAt));
        scene.assertSpent(token);
        assertThat(scene.rotate(token)).isInstanceOf(Rotation.Refused.class);
        assertThat(scene.list()).hasSize(1);
        assertThat(scene.end(token)).isEmpty();
        scene.issued(1);
        assertThat(scene.tokenMembers()).hasSize(2).doesNotContain(token);
        scene.assertWhole();
    }

    @Test
    void aRecordOfAnotherUserInTheSetLetsNobodyIn() {
        LedgerFixture mine = scene(STORAGE).issued(1);
        LedgerFixture theirs = scene(STORAGE).issued(1);
        mine.byHand(batch -> batch.setAdd(mine.tokenSet(), Bytes.of(theirs.firstToken())));
        assertThat(mine.list()).hasSize(1);
        assertThat(mine.end(theirs.firstToken())).isEmpty();
        mine.endAll();
        assertThat(store().type(TokenKeys.REFRESH.key(theirs.firstToken()))).isPresent();
        theirs.assertLives(theirs.first());
        theirs.assertWhole();
        mine.assertNothingLives();
    }

    @Test
    void aRecordCopiedToAnotherTokenLetsNobodyIn() {
        LedgerFixture scene = scene(STORAGE).issued(1);
        String token = scene.anotherToken();
        String json =
                store().get(scene.record(scene.firstToken())).orElseThrow().text();
        scene.byHand(batch -> batch.put(scene.record(token), json, Expiry.after(LIFE)));
        scene.assertSpent(token);
        scene.assertRefused(token);
    }
}

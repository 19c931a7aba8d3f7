package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
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

    /** Writes a token of the original program that ends in ten days. */
    private String original(TokenFixture scene) {
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(10)).toString();
        store(scene, token, record(token, scene.user(), endsAt));
        return token;
    }

    private static String record(String token, String user, String endsAt) {
        return "{\"Token\":\"" + token + "\",\"UserId\":" + user + ",\"ExpiresAt\":\"" + endsAt + "\"}";
    }

    private static void store(TokenFixture scene, String token, String json) {
        scene.byHand(batch -> batch.put(scene.record(token), json, Expiry.after(Duration.ofDays(10))));
        scene.byHand(batch ->
                batch.setAdd(scene.tokenSet(), Bytes.of(token)).expire(scene.tokenSet(), Expiry.after(SETS_LIFE)));
    }

    @Test
    void anOriginalTokenIsFoundListedAndOwned() {
        TokenFixture scene = scene(STORAGE);
        String token = original(scene);
        Login login = scene.tokens().find(token).orElseThrow();
        assertThat(login.user()).isEqualTo(scene.user());
        assertThat(login.endsAt()).isEqualTo(clock().instant().plus(Duration.ofDays(10)));
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        assertThat(scene.tokens().owner(token)).hasValue(scene.user());
    }

    @Test
    void anOriginalTokenIsSpentOnce() {
        TokenFixture scene = scene(STORAGE);
        String token = original(scene);
        Pair next = rotated(scene.rotate(token));
        assertThat(scene.refreshLives(token)).isFalse();
        scene.assertLives(next);
        assertThat(repeated(scene.rotate(token))).isEqualTo(next);
        scene.assertWhole();
        clock().advance(GRACE);
        assertThat(scene.rotate(token)).isInstanceOf(Rotation.Reused.class);
        scene.assertNothingLives();
    }

    @Test
    void anOriginalTokenIsEnded() {
        TokenFixture scene = scene(STORAGE).issued(1);
        String token = original(scene);
        assertThat(scene.tokens().end(token, scene.user())).isPresent();
        assertThat(scene.refreshLives(token)).isFalse();
        assertThat(pair(scene.rotate(token))).isEmpty();
        scene.assertLives(scene.first());
        scene.assertWhole();
    }

    @Test
    void originalTokensAreEndedWithAllOthers() {
        TokenFixture scene = scene(STORAGE).issued(1);
        List<String> originals = List.of(original(scene), original(scene));
        assertThat(scene.tokens().endAll(scene.user())).isEqualTo(3);
        assertThat(originals).noneMatch(scene::refreshLives);
        assertThat(originals).allMatch(token -> pair(scene.rotate(token)).isEmpty());
        scene.assertNothingLives();
    }

    @Test
    void originalTokensAreAmongTheOthersThatEnd() {
        TokenFixture scene = scene(STORAGE).issued(2);
        String token = original(scene);
        assertThat(scene.tokens().endAllBut(scene.user(), scene.firstFamily())).isEqualTo(2);
        assertThat(scene.refreshLives(token)).isFalse();
        scene.assertLives(scene.first());
        scene.assertWhole();
    }

    @Test
    void anOriginalTokenIsKeptWhenItIsTheCurrentOne() {
        TokenFixture scene = scene(STORAGE).issued(2);
        String token = original(scene);
        String family = scene.tokens().find(token).orElseThrow().family();
        assertThat(scene.tokens().endAllBut(scene.user(), family)).isEqualTo(2);
        assertThat(scene.refreshLives(token)).isTrue();
        rotated(scene.rotate(token));
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        scene.assertWhole();
    }

    @Test
    void aSignInOfOursLosesNoOriginalToken() {
        TokenFixture scene = scene(STORAGE);
        String token = original(scene);
        scene.issued(1);
        rotated(scene.rotate(scene.firstToken()));
        assertThat(scene.refreshLives(token)).isTrue();
        assertThat(scene.tokens().list(scene.user())).hasSize(2);
        scene.assertWhole();
        rotated(scene.rotate(token));
        scene.assertWhole();
    }

    @Test
    void originalTokensCountForTheCap() {
        TokenFixture scene = scene(STORAGE);
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
        TokenFixture scene = scene(STORAGE);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString().substring(0, 19);
        store(scene, token, record(token, scene.user(), endsAt + ending));
        assertThat(scene.refreshLives(token)).isTrue();
        clock().advance(Duration.ofDays(9).plus(SECOND));
        assertThat(scene.refreshLives(token)).isFalse();
        assertThat(pair(scene.rotate(token))).isEmpty();
    }

    @Test
    void aTextAsUserIdAndFurtherFieldsAreRead() {
        TokenFixture scene = scene(STORAGE);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString();
        String json = record(token, "\"" + scene.user() + "\"", endsAt).replace("}", ",\"CreatedByIp\":\"::1\"}");
        store(scene, token, json);
        assertThat(scene.tokens().find(token).map(Login::user)).hasValue(scene.user());
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
        TokenFixture scene = scene(STORAGE).issued(1);
        String token = scene.anotherToken();
        String endsAt = clock().instant().plus(Duration.ofDays(9)).toString();
        store(
                scene,
                token,
                json.replace("TOKEN", token).replace("USER", scene.user()).replace("TIME", endsAt));
        assertThat(scene.refreshLives(token)).isFalse();
        assertThat(scene.rotate(token)).isInstanceOf(Rotation.Refused.class);
        assertThat(scene.tokens().list(scene.user())).hasSize(1);
        assertThat(scene.tokens().end(token, scene.user())).isEmpty();
        scene.issued(1);
        assertThat(scene.tokenMembers()).hasSize(2).doesNotContain(token);
        scene.assertWhole();
    }

    @Test
    void aRecordOfAnotherUserInTheSetLetsNobodyIn() {
        TokenFixture mine = scene(STORAGE).issued(1);
        TokenFixture theirs = scene(STORAGE).issued(1);
        mine.byHand(batch -> batch.setAdd(mine.tokenSet(), Bytes.of(theirs.firstToken())));
        assertThat(mine.tokens().list(mine.user())).hasSize(1);
        assertThat(mine.tokens().end(theirs.firstToken(), mine.user())).isEmpty();
        mine.tokens().endAll(mine.user());
        assertThat(store().type(TokenKeys.REFRESH.key(theirs.firstToken()))).isPresent();
        theirs.assertLives(theirs.first());
        theirs.assertWhole();
        mine.assertNothingLives();
    }

    @Test
    void aRecordCopiedToAnotherTokenLetsNobodyIn() {
        TokenFixture scene = scene(STORAGE).issued(1);
        String token = scene.anotherToken();
        String json =
                store().get(scene.record(scene.firstToken())).orElseThrow().text();
        scene.byHand(batch -> batch.put(scene.record(token), json, Expiry.after(LIFE)));
        assertThat(scene.refreshLives(token)).isFalse();
        assertThat(pair(scene.rotate(token))).isEmpty();
    }
}

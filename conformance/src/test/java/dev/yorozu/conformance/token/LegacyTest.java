package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.TokenKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Login;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Tokens as the original program wrote them: a record of three fields, a member of the set, and nothing else. */
@OnEveryStore(heldClock = true)
final class LegacyTest extends TokenSuite {
    private static final Duration DAYS = Duration.ofDays(10);
    private static final String SAMPLE = "{\"Token\":\"TOKEN\",\"UserId\":USER,\"ExpiresAt\":\"TIME\"}";

    /** Writes a token of the original program that ends in ten days. */
    private String original(LedgerFixture user) {
        return original(user, SAMPLE);
    }

    private String original(LedgerFixture user, String sample) {
        String token = user.anotherToken();
        String json = sample.replace("TOKEN", token)
                .replace("USER", user.id)
                .replace("TIME", clock().instant().plus(DAYS).toString());
        user.byHand(batch -> batch.put(user.record(token), json, Expiry.after(DAYS)));
        user.byHand(
                batch -> batch.setAdd(user.tokenSet, Bytes.of(token)).expire(user.tokenSet, Expiry.after(SETS_LIFE)));
        return token;
    }

    /** A token of the original program, and its user. */
    private record Original(LedgerFixture user, String token) {}

    /** Rotates such a token of a user who has so many of ours besides. */
    private EveryCall<Original, Rotation> rotation(LedgerFixture any, int besides) {
        return new EveryCall<>(
                store(),
                () -> {
                    LedgerFixture user = new LedgerFixture(any.setting);
                    user.issued(besides);
                    return new Original(user, original(user));
                },
                (through, original) -> original.user().rotate(through, original.token()),
                number -> true);
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void anOriginalTokenIsSpentWhileOthersChangeTheLedger(LedgerFixture any) {
        EveryCall.Interruption<Original> other =
                () -> each -> rotated(each.user().rotate(each.user().first()));
        rotation(any, 1).amongOthers(List.of(other), original -> {}, (original, rotation, done) -> {
            original.user().assertLives(rotated(rotation));
            assertThat(original.user().list()).hasSize(2);
            original.user().assertWhole();
        });
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void anOriginalTokenIsSpentOnceAlsoWhenItsRotationIsCutOff(LedgerFixture any) {
        rotation(any, 0).cutOff(LegacyTest::assertSpentOnce, (original, cut) -> assertSpentOnce(original));
    }

    private static void assertSpentOnce(Original original) {
        LedgerFixture user = original.user();
        Issued next = pair(user.rotate(original.token())).orElseThrow();
        user.assertSpent(original.token());
        user.assertLives(next);
        assertRepeats(user.rotate(original.token()), next);
        user.assertWhole();
        user.clock.advance(GRACE);
        assertReused(user.rotate(original.token()));
        user.assertNothingLives();
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void originalTokensAreKeptAndEndLikeAnyOther(LedgerFixture user) {
        String kept = original(user);
        rotated(user.issued(2).rotate(user.first()));
        assertThat(user.refreshLives(kept)).isTrue();
        assertThat(user.list()).hasSize(3);
        user.assertWhole();
        String ended = original(user);
        original(user);
        assertThat(user.tokens().end(ended, user.id)).isPresent();
        user.assertSpent(ended);
        user.assertRefused(ended);
        user.pairs().subList(1, 3).forEach(user::assertLives);
        user.assertWhole();
        String login = user.tokens().find(kept).orElseThrow().id();
        assertThat(user.tokens().endAllBut(user.id, login)).isEqualTo(3);
        assertThat(user.refreshLives(kept)).isTrue();
        rotated(user.rotate(kept));
        assertThat(user.list()).containsExactly(login);
        user.assertWhole();
        String other = original(user);
        Issued current = user.issue();
        assertThat(user.endAllBut(current)).isEqualTo(2);
        user.assertSpent(other);
        user.assertLives(current);
        user.assertWhole();
        List<String> all = List.of(original(user), original(user));
        assertThat(user.endAll()).isEqualTo(3);
        assertThat(all).noneMatch(user::refreshLives);
        all.forEach(user::assertRefused);
        user.assertNothingLives();
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void originalTokensCountForTheCap(LedgerFixture user) {
        for (int i = 0; i < 2 * CAP; i++) {
            original(user);
        }
        user.issued(1);
        assertThat(user.members(user.tokenSet)).hasSize(CAP);
        user.assertLives(user.first());
        user.assertWhole();
        user.issued(CAP - 1);
        user.pairs().forEach(user::assertLives);
        user.assertWhole();
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void whatOtherProgramsWriteIsFoundListedAndOwnedUntilItsEnd(LedgerFixture any) {
        for (String ending : List.of(".1234567Z", "Z", ".5Z", "+00:00", ".1234567+00:00")) {
            LedgerFixture user = new LedgerFixture(any.setting);
            Instant end = clock().instant().plus(DAYS);
            String sample = SAMPLE.replace("TIME", end.toString().substring(0, 19) + ending);
            String token = original(user, sample);
            Login login = user.tokens().find(token).orElseThrow();
            assertThat(login.user()).as(ending).isEqualTo(user.id);
            assertThat(login.endsAt().truncatedTo(ChronoUnit.SECONDS)).isEqualTo(end);
            assertThat(user.list()).containsExactly(login.id());
            assertThat(user.tokens().owner(token)).hasValue(user.id);
            String text = sample.replace("USER", "\"USER\"").replace("}", ",\"CreatedByIp\":\"::1\"}");
            rotated(user.rotate(original(user, text)));
            user.assertWhole();
            clock().advance(DAYS.plus(SECOND));
            user.assertSpent(token);
            user.assertRefused(token);
        }
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void whatIsNoRecordLetsNobodyIn(LedgerFixture any) {
        for (String sample : List.of(
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}",
                "{\"Token\":\"TOKEN\",\"UserId\":USER}",
                "{\"Token\":\"TOKEN\",\"ExpiresAt\":\"TIME\"}",
                SAMPLE.replace("USER", "null"),
                SAMPLE.replace("USER", "\"a:b\""),
                SAMPLE.replace("TIME", "tomorrow"),
                SAMPLE.replace("TIME", "+1000000000-12-31T23:59:59.999999999Z"),
                SAMPLE.replace("\"TIME\"", "17"))) {
            LedgerFixture user = new LedgerFixture(any.setting);
            user.issued(1);
            String token = original(user, sample);
            user.assertSpent(token);
            assertThat(user.rotate(token)).as(sample).isInstanceOf(Rotation.Refused.class);
            assertThat(user.list()).hasSize(1);
            assertThat(user.tokens().end(token, user.id)).isEmpty();
            user.issued(1);
            assertThat(user.members(user.tokenSet)).hasSize(2).doesNotContain(token);
            user.assertWhole();
        }
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED, logins = 1)
    void aRecordOfAnotherUserInTheSetLetsNobodyIn(LedgerFixture mine, LedgerFixture theirs) {
        mine.byHand(batch -> batch.setAdd(mine.tokenSet, Bytes.of(theirs.firstToken())));
        assertThat(mine.list()).hasSize(1);
        assertThat(mine.end(theirs.first())).isFalse();
        mine.endAll();
        assertThat(mine.holds(TokenKeys.REFRESH.key(theirs.firstToken()))).isTrue();
        theirs.assertLives(theirs.first());
        theirs.assertWhole();
        mine.assertNothingLives();
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED, logins = 1)
    void aRecordCopiedToAnotherTokenLetsNobodyIn(LedgerFixture user) {
        String token = user.anotherToken();
        Document record = user.document(user.record(user.first()));
        user.put(user.record(token), record.bytes().text());
        user.assertSpent(token);
        user.assertRefused(token);
    }
}

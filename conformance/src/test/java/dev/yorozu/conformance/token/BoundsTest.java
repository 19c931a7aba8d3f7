package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.Rounds;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** However often a user signs in or refreshes, what is kept of them has a limit. */
@OnEveryStore(heldClock = true, costly = true)
final class BoundsTest extends TokenSuite {
    /** How many access tokens a login has before it gets the newest once more. */
    private static final int MANY_ACCESS = 32;

    /** More than five logins with one access token each, or one with dozens of them, take. */
    private static final int LEDGER_BYTES = 16 * 1024;

    private void assertLedgerIsSmall(LedgerFixture user) {
        assertThat(store().get(user.ledger).orElseThrow().length()).isLessThan(LEDGER_BYTES);
    }

    @OfEveryLineage(logins = CAP)
    void loginsThatEndedOrHaveNoRecordAreNotCountedAndASmallerCapEndsAllThatAreTooMany(LedgerFixture user) {
        user.delete(user.record(user.pair(2)));
        user.end(user.pair(3));
        user.issued(2);
        for (int i : List.of(0, 1, 4, 5, 6)) {
            user.assertLives(user.pair(i));
        }
        user.assertWhole();
        Issued last = user.issue(user.tokens(store(), 2), ATTRIBUTES);
        assertThat(user.members(user.tokenSet)).hasSize(2);
        user.assertLives(last);
        user.assertLives(user.pair(6));
        user.assertDead(user.pair(5));
        user.assertWhole();
    }

    @OfEveryLineage(storages = Storage.DOCUMENTED)
    void manySignInsLeaveNoMoreThanTheCapAndEveryTokenAndIdIsAnother(LedgerFixture user) {
        int gone = Rounds.of(200, 10_000) - CAP;
        user.issued(gone + CAP);
        List<Issued> living = user.pairs().subList(gone, gone + CAP);
        List<String> ids = user.pairs().stream().map(pair -> access(pair).id()).toList();
        assertThat(user.members(user.tokenSet)).hasSize(CAP);
        assertThat(user.members(user.accessSet)).isEqualTo(Set.copyOf(ids.subList(gone, gone + CAP)));
        assertLedgerIsSmall(user);
        assertThat(user.pairs().subList(0, gone)).noneMatch(pair -> user.holds(user.record(pair)));
        living.forEach(user::assertLives);
        assertThat(ids).doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9A-Za-z_-]{16,64}"));
        assertThat(user.pairs()).extracting(Issued::refreshToken).doesNotHaveDuplicates();
        assertThat(user.pairs()).extracting(pair -> pair.login().id()).doesNotHaveDuplicates();
    }

    /** Dozens of refreshes in the life of an access token, by a client that asks before every call. */
    @OfEveryLineage
    void everyAccessTokenLivesOutItsTimeHoweverOftenItsLoginIsRefreshed(LedgerFixture user) {
        Issued last = user.issue();
        Duration step = ACCESS_LIFE.dividedBy(Rounds.of(45, 900));
        int most = 0;
        while (clock().instant().isBefore(access(user.first()).endsAt().minus(step))) {
            clock().advance(step);
            last = rotated(user.rotate(last));
            assertThat(Duration.between(clock().instant(), access(last).endsAt()))
                    .as("what is given has most of its life before it")
                    .isGreaterThan(ACCESS_LIFE.multipliedBy(9).dividedBy(10));
            most = Math.max(most, user.members(user.accessSet).size());
        }
        assertThat(user.pairs()).allMatch(user::accessLives);
        assertThat(most).isBetween(MANY_ACCESS, 2 * MANY_ACCESS + 2);
        assertLedgerIsSmall(user);
        user.assertWhole();
    }

    /** The oldest that is remembered still gives a thief away. */
    @OfEveryLineage
    void spentTokensLeaveWithTheirLoginAndTheOldestLongBefore(LedgerFixture any) {
        for (boolean stolen : new boolean[] {false, true}) {
            LedgerFixture user = new LedgerFixture(any.setting, 3);
            for (Issued last = user.issued(2).first();
                    user.pairs().size() < 8;
                    last = user.pairs().getLast()) {
                clock().advance(GRACE);
                rotated(user.rotate(last));
            }
            List<Issued> line = user.line(user.first()).toList();
            assertThat(line)
                    .extracting(pair -> user.holds(user.record(pair)))
                    .containsExactly(false, false, false, true, true, true, true);
            assertThat(user.rotate(line.get(2))).isInstanceOf(Rotation.Refused.class);
            assertThat(user.current(line.getLast())).isTrue();
            if (stolen) {
                assertReused(user.rotate(line.get(3)));
            } else {
                user.end(line.getLast());
            }
            assertThat(line).noneMatch(pair -> user.holds(user.record(pair)));
            assertThat(line).noneMatch(user::accessLives);
            user.assertLives(user.pair(1));
            user.assertWhole();
        }
    }

    @OfEveryLineage
    void endedAccessTokensAndLoginsLeaveWithTheNextWrite(LedgerFixture user) {
        Issued next = rotated(user.issued(2).rotate(user.first()));
        clock().advance(ACCESS_LIFE.plus(SKEW).plus(SECOND));
        Issued rotated = rotated(user.rotate(next));
        assertThat(user.members(user.accessSet)).containsExactly(access(rotated).id());
        assertThat(rotated.login().access()).containsExactly(access(rotated));
        user.assertWhole();
        clock().advance(LIFE);
        Issued last = user.issue();
        assertThat(user.members(user.tokenSet)).containsExactly(user.keyPart(last.refreshToken()));
        assertThat(user.members(user.accessSet)).containsExactly(access(last).id());
        user.assertWhole();
    }

    private static void addStrangeMembers(LedgerFixture user) {
        for (int i = 0; i < 50; i++) {
            String strange = user.anotherToken();
            user.byHand(batch -> batch.setAdd(user.tokenSet, Bytes.of(strange)));
        }
    }

    @OfEveryLineage
    void everyWriteRemovesMembersWithoutARecord(LedgerFixture any) {
        for (Consumer<LineageFixture> write :
                List.<Consumer<LineageFixture>>of(LineageFixture::issue, user -> user.end(user.first()))) {
            LedgerFixture user = new LedgerFixture(any.setting);
            Issued listed = user.issued(3).pair(1);
            addStrangeMembers(user);
            user.delete(user.record(listed));
            // A rotation looks at no records but its own, and removes what the ledger does not know.
            rotated(user.rotate(user.first()));
            assertThat(user.members(user.tokenSet)).hasSize(3);
            user.assertSpent(listed.refreshToken());
            addStrangeMembers(user);
            write.accept(user);
            assertThat(user.members(user.tokenSet))
                    .hasSizeLessThanOrEqualTo(3)
                    .doesNotContain(user.keyPart(listed.refreshToken()));
            assertThat(user.accessLives(listed)).isFalse();
            user.assertLives(user.pair(2));
            user.assertWhole();
        }
    }
}

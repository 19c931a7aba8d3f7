package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.token.Issued;
import java.util.ArrayList;
import java.util.List;

/** A store that lost what it held grants no access that it had granted or ended before, and works again. */
@OnEveryStore(heldClock = true)
final class EmptiedTest extends TokenSuite {
    /** A user with a login that lives, one that was ended, and one that was rotated. */
    private static LedgerFixture lived(LedgerFixture any) {
        LedgerFixture user = new LedgerFixture(any.setting);
        user.issued(3).end(user.pair(1));
        rotated(user.rotate(user.pair(2)));
        return user;
    }

    @OfEveryLineage
    void aStoreThatKeptNothingOrOnlyTheRecordsLetsNobodyIn(LedgerFixture any) {
        for (boolean records : new boolean[] {false, true}) {
            LedgerFixture user = lived(any);
            List<Issued> before = List.copyOf(user.pairs());
            user.byHand(batch -> batch.delete(user.tokenSet)
                    .delete(user.accessSet)
                    .delete(user.invalidBefore)
                    .delete(user.ledger));
            if (!records) {
                user.random.drawn().forEach(token -> user.delete(user.record(token)));
                before.forEach(pair -> user.delete(LedgerFixture.revoked(pair)));
            }
            user.assertNothingLives();
            before.forEach(user::assertDead);
            assertThat(user.endAll()).isZero();
            Issued next = rotated(user.rotate(user.issue()));
            user.assertLives(next);
            before.forEach(user::assertDead);
            user.assertLives(next);
            user.assertWhole();
        }
    }

    /** Such users, of whom the ledger cannot be read or is lost. */
    private static List<LedgerFixture> withoutLedger(LedgerFixture any) {
        List<LedgerFixture> users = new ArrayList<>();
        for (String text : List.of("", "null", "{", "[]", "{\"v\":99}", "lost")) {
            users.add(lived(any));
            users.getLast().put(users.getLast().ledger, text);
        }
        users.getLast().delete(users.getLast().ledger);
        return users;
    }

    @OfEveryLineage
    void withoutTheLedgerNothingThatEndedComesBack(LedgerFixture any) {
        for (LedgerFixture user : withoutLedger(any)) {
            clock().advance(MINUTE);
            for (int i = 0; i < 2; i++) {
                for (Issued pair : user.pairs().subList(1, 3)) {
                    user.assertSpent(pair.refreshToken());
                    user.assertRefused(pair);
                }
                assertThat(user.accessLives(user.pair(1))).isFalse();
                user.issue();
            }
        }
    }

    @OfEveryLineage
    void withoutTheLedgerAllCanStillBeEnded(LedgerFixture any) {
        for (LedgerFixture user : withoutLedger(any)) {
            user.endAll();
            user.assertNothingLives();
            user.pairs().forEach(user::assertRefused);
            user.assertLives(user.issue());
            user.assertWhole();
        }
    }

    @OfEveryLineage
    void withoutTheLedgerOthersCanStillBeEnded(LedgerFixture any) {
        for (LedgerFixture user : withoutLedger(any)) {
            Issued current = user.issue();
            user.endAllBut(current);
            user.assertLives(current);
            user.pairs().stream().filter(pair -> pair != current).forEach(user::assertDead);
            assertThat(user.members(user.accessSet))
                    .containsExactly(access(current).id());
            user.assertWhole();
        }
    }
}

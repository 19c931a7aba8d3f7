package dev.yorozu.conformance.token;

import static dev.yorozu.conformance.token.LineageKind.FAMILY;
import static dev.yorozu.conformance.token.LineageKind.LEDGER;
import static dev.yorozu.conformance.token.LineageKind.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.EveryCall;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Store;
import dev.yorozu.token.Issued;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import java.util.function.Consumer;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, every login is whole, and nothing that the other ended lives.
 */
abstract class InterleavingSuite extends TokenSuite {
    /**
     * What another server, or an operator, does meanwhile to a user with three logins.
     *
     * @param ends which of the three are dead in the end, whatever the act was
     */
    protected record Other(String name, BiPredicate<LineageFixture, Issued> ends, Consumer<LineageFixture> action)
            implements EveryCall.Interruption<LineageFixture> {
        /** Ends none. */
        Other(String name, Consumer<LineageFixture> action) {
            this(name, (user, pair) -> false, action);
        }

        boolean endsFirst(LineageFixture user) {
            return ends.test(user, user.first());
        }
    }

    private static final BiPredicate<LineageFixture, Issued> ALL = (user, pair) -> true;

    private static List<Other> others(LineageFixture like) {
        List<Other> others = new ArrayList<>();
        for (int each : List.of(0, 1)) {
            BiPredicate<LineageFixture, Issued> ends = (user, pair) -> user.endTogether(user.pair(each), pair);
            for (LineageFixture.End end : ends(like, each)) {
                others.add(new Other("ends login " + each, ends, user -> end.end(user, user.store, user.pair(each))));
            }
            others.add(new Other("rotates login " + each, user -> user.rotate(user.pair(each))));
            if (like.kind != FAMILY) {
                others.add(new Other("keeps login " + each, ends.negate(), user -> user.endAllBut(user.pair(each))));
            }
        }
        others.add(new Other("ends all", ALL, LineageFixture::endAll));
        others.add(new Other("signs in", LineageFixture::issue));
        if (like.kind != FAMILY) {
            others.add(new Other("signs in often", ALL, user -> user.issued(CAP)));
        }
        if (like.kind == SESSION) {
            // Elsewhere that writes nothing.
            others.add(new Other("lets the first in", user -> user.accessLives(user.first())));
        } else {
            // The session's record would take the late token for a thief's.
            others.add(new Other("goes on with the first", InterleavingSuite::goOn));
        }
        if (like.kind == LEDGER) {
            others.add(new Other(
                    "removes the second by hand",
                    (user, pair) -> user.endTogether(user.pair(1), pair),
                    user -> removeTheSecond((LedgerFixture) user)));
            others.add(new Other("deletes the sets by hand", ALL, user -> deleteTheSets((LedgerFixture) user)));
        }
        return others;
    }

    /** Those that differ: a ledger ends in one way, and one session ends the same by whichever login. */
    private static List<LineageFixture.End> ends(LineageFixture like, int login) {
        return switch (like.kind) {
            case LEDGER -> LineageFixture.ENDS.subList(0, 1);
            case SESSION -> LineageFixture.ENDS;
            case FAMILY -> login == 0 ? LineageFixture.ENDS : List.of();
        };
    }

    /** The client of the first login refreshes twice in a row, as far as it can, with the newest token that it has. */
    private static void goOn(LineageFixture user) {
        for (int i = 0; i < 2; i++) {
            user.line(user.first()).filter(user::current).findFirst().ifPresent(user::rotate);
        }
    }

    private static void removeTheSecond(LedgerFixture user) {
        Issued second = user.pair(1);
        user.byHand(batch -> batch.setRemove(user.tokenSet, Bytes.of(user.keyPart(second.refreshToken())))
                .setRemove(user.accessSet, Bytes.of(access(second).id())));
    }

    private static void deleteTheSets(LedgerFixture user) {
        user.byHand(batch -> batch.delete(user.tokenSet).delete(user.accessSet));
    }

    /** Acts for a prepared user with three logins, with each of the others at each call; then every login must be whole. */
    protected final <R> void amongOthers(
            LineageFixture like,
            Consumer<LineageFixture> prepare,
            BiFunction<LineageFixture, Store, R> act,
            EveryCall.Outcome<LineageFixture, R, Other> outcome) {
        Consumer<LineageFixture> three = user -> prepare.accept(user.issued(3));
        everyCall(like, three, act).amongOthers(others(like), LineageFixture::assertWhole, (user, result, other) -> {
            List<Issued> ended = user.pairs().stream()
                    .limit(3)
                    .filter(pair -> other.ends().test(user, pair))
                    .flatMap(user::line)
                    .toList();
            assertThat(ended).as(other.name()).noneMatch(user::current).noneMatch(user::accessLives);
            user.assertWhole();
            outcome.check(user, result, other);
        });
    }
}

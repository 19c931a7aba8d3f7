package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Races without chance: everything that takes more than one call to the store, with everything else happening between any
 * two of its calls. When both are done, every login is whole, and nothing that the other ended lives.
 */
@OnEveryStore(heldClock = true, costly = true)
final class InterleavingsTest extends TokenSuite {
    /**
     * What another server, or an operator, does meanwhile to a user with three logins.
     *
     * @param dead which of the three are dead in the end, whatever the act was
     */
    private record Other(String name, List<Integer> dead, Consumer<TokenFixture> action) {}

    /** Which of the three is the act's own. */
    private static final int OWN = 0;

    private static final List<Other> OTHERS = List.of(
            new Other("ends all", List.of(0, 1, 2), scene -> scene.tokens().endAll(scene.user())),
            new Other("ends the first", List.of(0), scene -> scene.tokens().end(scene.firstToken(), scene.user())),
            new Other("ends the second", List.of(1), scene -> scene.tokens().end(token(scene, 1), scene.user())),
            new Other(
                    "keeps the first",
                    List.of(1, 2),
                    scene -> scene.tokens().endAllBut(scene.user(), scene.firstFamily())),
            new Other(
                    "keeps the second",
                    List.of(0, 2),
                    scene -> scene.tokens()
                            .endAllBut(
                                    scene.user(), scene.pairs().get(1).login().family())),
            new Other("rotates the first", List.of(), scene -> scene.rotate(scene.firstToken())),
            new Other("rotates the second", List.of(), scene -> scene.rotate(token(scene, 1))),
            new Other("goes on with the first", List.of(), InterleavingsTest::goOn),
            new Other("signs in", List.of(), TokenFixture::issue),
            new Other("signs in often", List.of(0, 1, 2), scene -> scene.issued(CAP)),
            new Other("removes the second by hand", List.of(1), InterleavingsTest::removeTheSecond),
            new Other(
                    "deletes the set by hand",
                    List.of(0, 1, 2),
                    scene ->
                            scene.byHand(batch -> batch.delete(scene.tokenSet()).delete(scene.accessSet()))));

    private static String token(TokenFixture scene, int number) {
        return scene.pairs().get(number).refreshToken();
    }

    /** The client of the first login refreshes twice in a row, as far as it can, with the newest token that it has. */
    private static void goOn(TokenFixture scene) {
        for (int i = 0; i < 2; i++) {
            of(scene, scene.firstFamily())
                    .map(Pair::refreshToken)
                    .filter(scene::refreshLives)
                    .findFirst()
                    .ifPresent(scene::rotate);
        }
    }

    private static void removeTheSecond(TokenFixture scene) {
        Pair second = scene.pairs().get(1);
        scene.byHand(batch -> batch.setRemove(scene.tokenSet(), Bytes.of(scene.member(second.refreshToken())))
                .setRemove(scene.accessSet(), Bytes.of(second.access().id())));
    }

    /** Acts in a prepared scene, with each of the others at each call; then every login must be whole. */
    private <T> void amongOthers(
            Storage storage,
            Consumer<TokenFixture> prepare,
            BiFunction<RefreshTokens, TokenFixture, T> act,
            Outcome<T> outcome) {
        int calls = calls(storage, prepare, act);
        int number = 0;
        for (int call = 1; call <= calls; call++) {
            for (Other other : OTHERS) {
                if (inTurn(storage, number++)) {
                    TokenFixture scene = prepared(storage, prepare);
                    FaultyStore store = FaultyStore.meanwhile(
                            store(), call, () -> other.action().accept(scene));
                    T result = act.apply(scene.tokens(store), scene);
                    assertWhole(scene, other, call);
                    outcome.check(scene, result, other);
                }
            }
        }
    }

    private TokenFixture prepared(Storage storage, Consumer<TokenFixture> prepare) {
        TokenFixture scene = scene(storage).issued(3);
        prepare.accept(scene);
        return scene;
    }

    private <T> int calls(
            Storage storage, Consumer<TokenFixture> prepare, BiFunction<RefreshTokens, TokenFixture, T> act) {
        FaultyStore counting = FaultyStore.counting(store());
        TokenFixture scene = prepared(storage, prepare);
        assertThat(act.apply(scene.tokens(counting), scene)).isNotNull();
        scene.assertWhole();
        assertThat(counting.calls()).isBetween(1, 60);
        return counting.calls();
    }

    private static void assertWhole(TokenFixture scene, Other other, int call) {
        String when = other.name() + " at call " + call;
        for (int number : other.dead()) {
            String family = scene.pairs().get(number).login().family();
            assertThat(of(scene, family).filter(pair -> scene.refreshLives(pair.refreshToken())))
                    .as(when)
                    .isEmpty();
            assertThat(of(scene, family).filter(pair -> scene.accessLives(pair.access())))
                    .as(when)
                    .isEmpty();
        }
        scene.assertWhole();
    }

    private static Stream<Pair> of(TokenFixture scene, String family) {
        return scene.pairs().stream().filter(pair -> pair.login().family().equals(family));
    }

    /** What must hold in the end, whatever happened between. */
    private interface Outcome<T> {
        void check(TokenFixture scene, T result, Other other);
    }

    /** A token that is presented late ends no login of a client that has just gone on. */
    private static void assertOwnLives(TokenFixture scene, Rotation rotation, Other other) {
        if (!other.dead().contains(OWN)) {
            assertThat(rotation).as(other.name()).isNotInstanceOf(Rotation.Reused.class);
            assertThat(of(scene, scene.firstFamily()).filter(pair -> scene.refreshLives(pair.refreshToken())))
                    .as(other.name())
                    .isNotEmpty();
        }
    }

    @InBothStorages
    void aRotationAmongOthersIsWholeOrNone(Storage storage) {
        amongOthers(
                storage,
                scene -> {},
                (tokens, scene) -> scene.rotate(tokens, scene.firstToken()),
                InterleavingsTest::assertOwnLives);
    }

    @InBothStorages
    void aRetryAmongOthersRepeatsOnlyWhatLives(Storage storage) {
        amongOthers(
                storage,
                scene -> scene.rotate(scene.firstToken()),
                (tokens, scene) -> scene.rotate(tokens, scene.firstToken()),
                InterleavingsTest::assertOwnLives);
    }

    @InBothStorages
    void aSignInAmongOthersIsWholeOrNone(Storage storage) {
        amongOthers(storage, scene -> {}, (tokens, scene) -> scene.issue(tokens), (scene, pair, other) -> {
            assertThat(scene.refreshLives(pair.refreshToken())).isEqualTo(scene.accessLives(pair.access()));
        });
    }

    @InBothStorages
    void aSignInAtTheCapAmongOthersIsWholeOrNone(Storage storage) {
        amongOthers(storage, scene -> scene.issued(2), (tokens, scene) -> scene.issue(tokens), (scene, pair, other) -> {
            assertThat(scene.refreshLives(pair.refreshToken())).isEqualTo(scene.accessLives(pair.access()));
        });
    }

    @InBothStorages
    void anEndAmongOthersEndsThatLogin(Storage storage) {
        amongOthers(
                storage,
                scene -> {},
                (tokens, scene) -> tokens.end(scene.firstToken(), scene.user()),
                (scene, ended, other) -> of(scene, scene.firstFamily()).forEach(scene::assertDead));
    }

    @InBothStorages
    void endingAllAmongOthersEndsAllThatWasThere(Storage storage) {
        amongOthers(storage, scene -> {}, (tokens, scene) -> tokens.endAll(scene.user()), (scene, ended, other) -> {
            for (int number = 0; number < 3; number++) {
                of(scene, scene.pairs().get(number).login().family()).forEach(scene::assertDead);
            }
        });
    }

    @InBothStorages
    void endingTheOthersAmongOthersKeepsTheCurrentOne(Storage storage) {
        amongOthers(
                storage,
                scene -> {},
                (tokens, scene) -> tokens.endAllBut(scene.user(), scene.firstFamily()),
                (scene, ended, other) -> {
                    for (int number = 1; number < 3; number++) {
                        of(scene, scene.pairs().get(number).login().family()).forEach(scene::assertDead);
                    }
                    if (!other.dead().contains(OWN)) {
                        assertThat(of(scene, scene.firstFamily())
                                        .filter(pair -> scene.refreshLives(pair.refreshToken())))
                                .hasSize(1);
                    }
                });
    }

    @InBothStorages
    void invalidatingAmongOthersEndsWhatWasThere(Storage storage) {
        amongOthers(
                storage,
                scene -> clock().advance(SECOND),
                (tokens, scene) -> tokens.invalidateBefore(scene.user(), clock().instant()),
                (scene, ended, other) -> scene.assertDead(scene.pairs().get(2)));
    }

    @InBothStorages
    void listingAmongOthersLosesNobody(Storage storage) {
        amongOthers(storage, scene -> {}, (tokens, scene) -> tokens.list(scene.user()), (scene, list, other) -> {
            if (other.dead().isEmpty()) {
                assertThat(scene.tokens().list(scene.user())).hasSizeGreaterThanOrEqualTo(3);
            }
        });
    }
}

package dev.yorozu.conformance.token;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.conformance.InBothStorages;
import dev.yorozu.conformance.OnEveryStore;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.testkit.FaultyStore;
import dev.yorozu.token.Login;
import dev.yorozu.token.Pair;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.Rotation;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A refresh token is spent once, for one successor, and as long as it lives. */
@OnEveryStore(heldClock = true)
final class RotationsTest extends TokenSuite {
    @InBothStorages
    void aRotationGivesOneSuccessorInPlaceOfTheOld(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        clock().advance(Duration.ofDays(3));
        Pair next = rotated(scene.rotate(old.refreshToken()));
        assertThat(next.refreshToken()).matches("[0-9a-f]{32}").isNotEqualTo(old.refreshToken());
        assertThat(next.access().id()).isNotEqualTo(old.access().id());
        assertThat(next.login().family()).isEqualTo(old.login().family());
        assertThat(next.login().attributes()).isEqualTo(ATTRIBUTES);
        assertThat(next.login().beganAt()).isEqualTo(old.login().beganAt());
        assertThat(next.login().issuedAt()).isAfter(old.login().issuedAt());
        assertThat(next.login().endsAt()).isEqualTo(next.login().issuedAt().plus(LIFE));
        assertThat(scene.refreshLives(old.refreshToken())).isFalse();
        scene.assertLives(next);
        assertThat(scene.tokens().list(scene.user())).containsExactly(next.login());
        assertThat(scene.tokens().owner(old.refreshToken())).hasValue(scene.user());
        assertThat(scene.tokens().owner(next.refreshToken())).hasValue(scene.user());
        scene.assertWhole();
    }

    @InBothStorages
    void theAccessTokenBeforeARotationLivesOutItsTime(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair old = scene.issue();
        clock().advance(Duration.ofMinutes(5));
        Pair next = rotated(scene.rotate(old.refreshToken()));
        assertThat(scene.accessLives(old.access())).isTrue();
        assertThat(next.login().access()).containsExactlyInAnyOrder(old.access(), next.access());
        clock().advance(ACCESS_LIFE.minusMinutes(5));
        assertThat(scene.accessLives(old.access())).isFalse();
        assertThat(scene.accessLives(next.access())).isTrue();
    }

    @InBothStorages
    void attributesAndTheBeginningLastThroughManyRotations(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair first = scene.issue();
        Pair last = first;
        for (int i = 0; i < 10; i++) {
            clock().advance(Duration.ofHours(1));
            last = rotated(scene.rotate(last.refreshToken()));
        }
        Login login = scene.tokens().find(last.refreshToken()).orElseThrow();
        assertThat(login.attributes()).isEqualTo(ATTRIBUTES);
        assertThat(login.beganAt()).isEqualTo(first.login().beganAt());
        assertThat(login.family()).isEqualTo(first.login().family());
        scene.assertWhole();
    }

    @InBothStorages
    void aTokenDiesAtTheInstantOfItsEnd(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair early = scene.issue();
        clock().set(early.login().endsAt().minus(MOMENT));
        assertThat(scene.refreshLives(early.refreshToken())).isTrue();
        Pair next = rotated(scene.rotate(early.refreshToken()));
        clock().set(next.login().endsAt());
        assertThat(scene.refreshLives(next.refreshToken())).isFalse();
        assertThat(pair(scene.rotate(next.refreshToken()))).isEmpty();
        assertThat(scene.tokens().list(scene.user())).isEmpty();
        assertThat(scene.tokens().end(next.refreshToken(), scene.user())).isEmpty();
    }

    @InBothStorages
    void noRotationCarriesALoginPastItsAbsoluteEnd(Storage storage) {
        TokenFixture scene = scene(storage);
        clock().set(clock().instant().truncatedTo(ChronoUnit.SECONDS).plusMillis(1200));
        Pair last = scene.issue();
        Instant end = last.login().beganAt().plus(ABSOLUTE_LIFE);
        while (clock().instant().plus(Duration.ofDays(20)).isBefore(end)) {
            clock().advance(Duration.ofDays(20));
            last = rotated(scene.rotate(last.refreshToken()));
            assertThat(last.login().endsAt()).isBeforeOrEqualTo(end);
        }
        assertThat(last.login().endsAt()).isEqualTo(end);
        clock().set(end.minus(MOMENT));
        last = rotated(scene.rotate(last.refreshToken()));
        assertThat(last.login().endsAt()).isEqualTo(end);
        scene.assertLives(last);
        clock().set(end);
        assertThat(scene.refreshLives(last.refreshToken())).isFalse();
        assertThat(pair(scene.rotate(last.refreshToken()))).isEmpty();
        assertThat(scene.tokens().list(scene.user())).isEmpty();
    }

    @InBothStorages
    void noAccessTokenOutlivesTheAbsoluteEnd(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair last = scene.issue();
        Instant end = last.login().beganAt().plus(ABSOLUTE_LIFE);
        while (clock().instant().plus(Duration.ofDays(20)).isBefore(end)) {
            clock().advance(Duration.ofDays(20));
            last = rotated(scene.rotate(last.refreshToken()));
        }
        clock().set(end.minus(Duration.ofMinutes(1)));
        last = rotated(scene.rotate(last.refreshToken()));
        assertThat(last.access().endsAt()).isBeforeOrEqualTo(end);
    }

    @InBothStorages
    void whoIsNotAdmittedSpendsNothing(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair pair = scene.issue();
        List<Login> asked = new ArrayList<>();
        Rotation refused = scene.tokens().rotate(pair.refreshToken(), login -> {
            asked.add(login);
            return false;
        });
        assertThat(refused).isInstanceOf(Rotation.Refused.class);
        assertThat(asked).containsExactly(pair.login());
        scene.assertLives(pair);
        scene.assertWhole();
        rotated(scene.rotate(pair.refreshToken()));
    }

    @InBothStorages
    void whoIsNotAdmittedGetsNoRepetitionEither(Storage storage) {
        TokenFixture scene = scene(storage);
        Pair pair = scene.issue();
        Pair next = rotated(scene.rotate(pair.refreshToken()));
        assertThat(pair(scene.tokens().rotate(pair.refreshToken(), login -> false)))
                .isEmpty();
        scene.assertLives(next);
        scene.assertWhole();
    }

    @InBothStorages
    void findingAndListingSpendNothing(Storage storage) {
        TokenFixture scene = scene(storage).issued(2);
        for (int i = 0; i < 3; i++) {
            assertThat(scene.tokens().find(scene.firstToken()))
                    .hasValue(scene.first().login());
            assertThat(scene.tokens().list(scene.user())).hasSize(2);
        }
        rotated(scene.rotate(scene.firstToken()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "short",
                "0123456789abcdef0123456789abcde",
                "0123456789abcdef0123456789abcdef0",
                "0123456789ABCDEF0123456789ABCDEF",
                "0123456789abcdef0123456789abcdeg",
                "0123456789abcdef0123456789abcde:",
                "0123456789abcdef0123456789abcde}",
                "0123456789abcdef0123456789abcde\u0000",
                "0123456789abcdef0123456789abcde\u6d77",
                " 123456789abcdef0123456789abcdef",
                "../../../../../../../../etc/passw",
                "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2ln"
            })
    void aMalformedTokenIsRefusedAndTheStoreIsNotAsked(String token) {
        for (Storage storage : Storage.values()) {
            FaultyStore counting = FaultyStore.counting(store());
            TokenFixture scene = scene(storage);
            RefreshTokens tokens = scene.tokens(counting);
            for (String sent : List.of(token, token.repeat(1000))) {
                assertThat(tokens.find(sent)).isEmpty();
                assertThat(tokens.rotate(sent, login -> true)).isInstanceOf(Rotation.Refused.class);
                assertThat(tokens.end(sent, scene.user())).isEmpty();
                assertThat(tokens.owner(sent)).isEmpty();
            }
            assertThat(counting.calls()).isZero();
        }
    }

    @InBothStorages
    void anUnknownTokenIsRefused(Storage storage) {
        TokenFixture scene = scene(storage).issued(1);
        String unknown = scene.anotherToken();
        assertThat(scene.tokens().find(unknown)).isEmpty();
        assertThat(scene.rotate(unknown)).isInstanceOf(Rotation.Refused.class);
        assertThat(scene.tokens().end(unknown, scene.user())).isEmpty();
        assertThat(scene.tokens().owner(unknown)).isEmpty();
        scene.assertLives(scene.first());
    }

    @InBothStorages
    void loginsOfOneUserRotateByThemselves(Storage storage) {
        TokenFixture scene = scene(storage).issued(3);
        for (int i = 0; i < 3; i++) {
            rotated(scene.rotate(scene.pairs().get(i).refreshToken()));
        }
        assertThat(scene.tokens().list(scene.user())).hasSize(3);
        scene.assertWhole();
    }
}

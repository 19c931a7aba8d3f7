package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import dev.yorozu.store.testkit.Race;
import dev.yorozu.store.testkit.Rounds;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Exchanging a refresh token for the next pair. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class RefreshContract {
    private static final Duration AFTER_GRACE = Duration.ofSeconds(11);

    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    RefreshContract(Storage storage) {
        site = TokenSite.of(clock, storage, Map.of("systems.tokens.rates.refresh", "100000"));
    }

    @AfterAll
    void stop() {
        site.close();
    }

    @Test
    void aRefreshGivesANewPair() throws Exception {
        App app = site.app(site.user());
        App before = app.copy();
        clock.advance(Duration.ofMinutes(1));
        Answer answer = app.refresh().isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly(
                        "accessToken", "tokenType", "expiresAt", "expiresIn", "refreshToken", "refreshExpiresAt");
        assertThat(app.refreshToken()).isNotEqualTo(before.refreshToken()).matches("[0-9a-f]{32}");
        assertThat(app.access()).isNotEqualTo(before.access());
        assertThat(app.isIn()).isTrue();
        assertThat(before.isIn()).as("it lives until its own end").isTrue();
    }

    @Test
    void aRefreshStaysOnItsDevice() throws Exception {
        Account user = site.user();
        App app = site.app();
        String device = app.login(user.loginId(), TokenSite.PASSWORD)
                .json()
                .get("device")
                .get("publicId")
                .asString();
        clock.advance(Duration.ofMinutes(1));
        app.refresh().isOk();
        Instant noted = clock.instant();
        clock.advance(AFTER_GRACE);
        app.refresh().isOk();
        assertThat(site.directory().devices(user.id()).getFirst().lastSeenAt())
                .as("noted once a minute")
                .isEqualTo(noted);
        clock.advance(Duration.ofMinutes(1));
        app.refresh().isOk();

        assertThat(app.get(App.DEVICES + "/with-current").text("currentDevicePublicId"))
                .isEqualTo(device);
        List<Device> devices = site.directory().devices(user.id());
        assertThat(devices).hasSize(1);
        assertThat(devices.getFirst().lastSeenAt()).isEqualTo(clock.instant());
        assertThat(devices.getFirst().firstSeenAt()).isBefore(clock.instant());
    }

    @Test
    void aRefreshMayTellSomethingNewOfItsDevice() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        app.post(
                        App.REFRESH,
                        App.json(Map.of(
                                "refreshToken",
                                app.refreshToken(),
                                "location",
                                "Osaka",
                                "TimeZone",
                                "Asia/Tokyo",
                                "deviceType",
                                "MobileApp",
                                "os",
                                "Android")))
                .isOk();

        Device device = site.directory().devices(user.id()).getFirst();
        assertThat(device.lastLocation()).isEqualTo("Osaka");
        assertThat(device.timezone()).isEqualTo("Asia/Tokyo");
    }

    @Test
    void aRetryWithinTheGraceGetsTheSamePair() throws Exception {
        App app = site.app(site.user());
        App twin = app.copy();
        app.refresh().isOk();
        clock.advance(Duration.ofSeconds(9));
        twin.refresh().isOk();

        assertThat(twin.refreshToken()).isEqualTo(app.refreshToken());
        assertThat(twin.access()).isEqualTo(app.access());
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void aReuseAfterTheGraceEndsTheLoginAndNoOther() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App other = site.app(user);
        App thief = app.copy();
        app.refresh().isOk();
        clock.advance(AFTER_GRACE);

        Answer refused = thief.refresh().isError(401);
        assertThat(refused.text("message")).isEqualTo("Invalid refresh token");
        assertThat(app.isIn()).isFalse();
        app.refresh().isError(401);
        assertThat(other.isIn()).isTrue();
        assertThat(site.metrics()).containsPattern("yorozu_token_rotations_total\\{outcome=\"reused\"} [1-9]");
    }

    @Test
    void manyRefreshesAtOnceAgreeOnOnePair() throws Exception {
        for (int round = 0; round < Rounds.of(5); round++) {
            App app = site.app(site.user());
            List<Answer> answers = Race.run(16, () -> app.refresh(app.refreshToken()));
            Set<String> tokens = new HashSet<>();
            Set<String> access = new HashSet<>();
            for (Answer answer : answers) {
                answer.isOk();
                tokens.add(answer.text("refreshToken"));
                access.add(answer.text("accessToken"));
            }

            assertThat(tokens).hasSize(1);
            assertThat(access).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000000",
                "x",
                "ABCDEFABCDEFABCDEFABCDEFABCDEFAB",
                "refresh:*",
                "../../etc/passwd",
                "{a}",
                "万"
            })
    void whatIsNoRefreshTokenIsRefusedInOneWay(String token) throws Exception {
        Answer answer = site.app().refresh(token).isError(401);

        assertThat(answer.text("message")).isEqualTo("Invalid refresh token");
    }

    @Test
    void anAccessTokenIsNoRefreshToken() throws Exception {
        App app = site.app(site.user());

        assertThat(app.refresh(app.access()).status()).isIn(400, 401);
        app.refresh("r".repeat(512)).isError(401);
        assertThat(app.refresh("r".repeat(513)).isError(400).complaints()).containsExactly("refreshToken");
    }

    @Test
    void aTokenThatEndedIsRefused() throws Exception {
        App app = site.app(site.user());
        clock.advance(Duration.ofDays(30).plusSeconds(1));

        app.refresh().isError(401);
    }

    @Test
    void aLoginEndsAtLastHoweverMuchItIsUsed() throws Exception {
        App app = site.app(site.user());
        for (int i = 0; i < 3; i++) {
            clock.advance(Duration.ofDays(29));
            app.refresh().isOk();
        }
        clock.advance(Duration.ofDays(4));

        app.refresh().isError(401);
    }

    @Test
    void aDisabledUserIsRefusedAndAnEnabledOneSignsInAgain() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        site.accounts().disable(user.id());

        app.refresh().isError(401);
        assertThat(app.isIn()).isFalse();
        site.accounts().enable(user.id());
        app.refresh().isError(401);
        app.login(user.loginId(), TokenSite.PASSWORD).isOk();
    }

    @Test
    void aUserWhoWasDisabledInTheDirectoryAloneIsRefusedToo() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        site.directory().enable(user.id(), false);

        app.refresh().isError(401);
        app.profile().isError(401);
        site.directory().enable(user.id(), true);
        app.refresh().isOk();
    }

    @Test
    void changedRolesAreInTheNextAccessToken() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        site.directory().grant(user.id(), "editor");
        clock.advance(Duration.ofSeconds(1));
        app.refresh().isOk();

        assertThat(app.profile().json().get("roles")).hasSize(2);
    }
}

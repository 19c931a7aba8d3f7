package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.account.Device;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** People see their devices, and end any of them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DeviceContract {
    private final HeldClock clock = HeldClock.start();
    private final TokenSite site;

    DeviceContract(Storage storage) {
        site = TokenSite.of(clock, storage);
    }

    @AfterAll
    void stop() {
        site.close();
    }

    private Device last(Account user) {
        return site.directory().devices(user.id()).getFirst();
    }

    @Test
    void devicesAreListedTheLastSeenFirst() throws Exception {
        Account user = site.user();
        App first = site.app(user);
        clock.advance(Duration.ofSeconds(1));
        App second = site.app(user);
        JsonNode devices = second.get(App.DEVICES).isOk().json();

        assertThat(devices).hasSize(2);
        JsonNode device = devices.get(0);
        assertThat(device.propertyNames())
                .containsExactly(
                        "id",
                        "publicId",
                        "name",
                        "deviceType",
                        "os",
                        "client",
                        "firstSeenAt",
                        "lastSeenAt",
                        "lastIpMasked",
                        "lastSeenLocation",
                        "timezone");
        assertThat(device.get("deviceType").asString()).isEqualTo("MobileApp");
        assertThat(device.get("os").asString()).isEqualTo("Android");
        assertThat(device.get("name").asString()).startsWith("device ");
        assertThat(device.get("lastIpMasked").asString()).startsWith("10.").endsWith(".0");
        assertThat(device.get("lastSeenLocation").isNull()).isTrue();
        assertThat(Instant.parse(device.get("lastSeenAt").asString())).isEqualTo(clock.instant());
        clock.advance(Duration.ofSeconds(1));
        first.refresh().isOk();
        assertThat(second.get(App.DEVICES).json().get(1)).isEqualTo(device);
    }

    @Test
    void whoHasNoDeviceHasAnEmptyList() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        site.directory().forget(user.id(), last(user).id());

        assertThat(app.get(App.DEVICES).isOk().body()).isEqualTo("[]");
    }

    @Test
    void theCurrentDeviceIsTheOneOfTheAccessToken() throws Exception {
        Account user = site.user();
        App first = site.app(user);
        String firstId = last(user).publicId().toString();
        clock.advance(Duration.ofSeconds(1));
        App second = site.app(user);
        String secondId = last(user).publicId().toString();
        Answer answer = first.get(App.DEVICES + "/with-current").isOk();

        assertThat(answer.json().propertyNames()).containsExactly("devices", "currentDevicePublicId");
        assertThat(answer.json().get("devices")).hasSize(2);
        assertThat(answer.text("currentDevicePublicId")).isEqualTo(firstId);
        assertThat(second.get(App.DEVICES + "/with-current").text("currentDevicePublicId"))
                .isEqualTo(secondId);
    }

    @Test
    void endingADeviceEndsItsRefreshAndAccessTokensAndNoOthers() throws Exception {
        Account user = site.user();
        App lost = site.app(user);
        Device device = last(user);
        App earlier = lost.copy();
        lost.refresh().isOk();
        clock.advance(Duration.ofSeconds(1));
        App kept = site.app(user);
        Answer answer = kept.delete(App.DEVICES + "/" + device.id()).isOk();

        assertThat(answer.json().propertyNames()).containsExactly("message");
        assertThat(lost.isIn()).isFalse();
        assertThat(earlier.isIn()).isFalse();
        lost.refresh().isError(401);
        assertThat(kept.isIn()).isTrue();
        assertThat(kept.get(App.DEVICES).json()).hasSize(1);
        kept.delete(App.DEVICES + "/" + device.id()).isError(404);
    }

    @Test
    void twoLoginsOnOneDeviceEndTogether() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        App again = app.copy();
        again.login(user.loginId(), TokenSite.PASSWORD).isOk();
        App other = site.app(user);
        long id = site.directory().devices(user.id()).stream()
                .filter(device -> device.name().equals(app.device()))
                .findFirst()
                .orElseThrow()
                .id();
        other.delete(App.DEVICES + "/" + id).isOk();

        assertThat(app.isIn()).isFalse();
        assertThat(again.isIn()).isFalse();
        assertThat(other.isIn()).isTrue();
    }

    @Test
    void theDeviceInHandCanBeEndedToo() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        app.delete(App.DEVICES + "/" + last(user).id()).isOk();

        assertThat(app.isIn()).isFalse();
    }

    @Test
    void nobodyEndsADeviceOfSomebodyElse() throws Exception {
        Account victim = site.user();
        App theirs = site.app(victim);
        App mine = site.app(site.user());

        mine.delete(App.DEVICES + "/" + last(victim).id()).isError(404);
        assertThat(theirs.isIn()).isTrue();
        assertThat(site.directory().devices(victim.id())).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "x", "99999999999999999999", "1%00", "1;2", "with-current", "1%2f2"})
    void whatIsNoDeviceIsNotFound(String id) throws Exception {
        int status = site.app(site.user()).delete(App.DEVICES + "/" + id).status();

        assertThat(status).isIn(400, 404, 405);
    }

    @Test
    void theProfileIsTheAccountAsItIs() throws Exception {
        Account user = site.user();
        Answer answer = site.app(user).profile().isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("userId", "loginId", "username", "email", "roles", "createdAt");
        assertThat(answer.json().get("userId").asLong()).isEqualTo(user.id());
        assertThat(answer.text("email")).isEqualTo(user.email());
    }

    @Test
    void aVerificationSaysWhoseTheTokenIsAndHowLong() throws Exception {
        Account user = site.user();
        App app = site.app(user);
        clock.advance(Duration.ofMinutes(5));
        Answer answer = app.get(App.VERIFY).isOk();

        assertThat(answer.json().propertyNames())
                .containsExactly("userId", "jti", "issuedAt", "expiresAt", "expiresIn");
        assertThat(answer.json().get("userId").asLong()).isEqualTo(user.id());
        assertThat(answer.json().get("expiresIn").asInt()).isEqualTo(600);
    }

    @Test
    void oneRequestAsksTheStoreOnce() throws Exception {
        App app = site.app(site.user());
        for (String path : List.of(App.VERIFY, App.PROFILE, App.DEVICES)) {
            long before = site.store().trips();
            app.get(path).isOk();
            assertThat(site.store().trips() - before).as(path).isEqualTo(1);
        }
    }
}

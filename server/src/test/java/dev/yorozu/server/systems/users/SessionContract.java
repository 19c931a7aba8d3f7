package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.json.Document;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Write;
import dev.yorozu.store.testkit.HeldClock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What people see and end of their sessions, whichever way things are stored. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class SessionContract {
    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

    private final HeldClock clock = HeldClock.start();
    private final Storage storage;
    private final UsersSite site;

    SessionContract(Storage storage) {
        this.storage = storage;
        site = UsersSite.of(clock, storage);
    }

    @AfterAll
    void close() {
        site.close();
    }

    private static List<String> ids(Answer answer) {
        List<String> ids = new ArrayList<>();
        answer.json()
                .get("sessions")
                .forEach(session -> ids.add(session.get("session_id").asString()));
        return ids;
    }

    @Test
    void everySessionIsListedAndTheCurrentOneMarked() throws Exception {
        Account user = site.user();
        UserApp app = site.app();
        app.agent(FIREFOX).login(user.email(), UsersSite.PASSWORD).isOk();
        clock.advance(Duration.ofSeconds(1));
        UserApp other = site.app(user);
        Answer answer = app.get(UserApp.SESSIONS).isOk();

        assertThat(answer.json().propertyNames()).containsExactly("sessions", "count");
        assertThat(answer.json().get("count").asInt()).isEqualTo(2);
        assertThat(ids(answer)).containsExactly(other.session(), app.session());
        JsonNode mine = answer.json().get("sessions").get(1);
        assertThat(mine.propertyNames())
                .containsExactly(
                        "session_id",
                        "created_at",
                        "last_activity",
                        "expires_at",
                        "device_info",
                        "ip_address",
                        "is_current");
        assertThat(mine.get("is_current").asBoolean()).isTrue();
        assertThat(answer.json().get("sessions").get(0).get("is_current").asBoolean())
                .isFalse();
        assertThat(mine.get("device_info").toString())
                .isEqualTo("{\"device_type\":\"browser\",\"os\":\"linux\",\"browser\":\"Firefox\"}");
        assertThat(mine.get("ip_address").asString())
                .matches(storage == Storage.DOCUMENTED ? "10\\..*\\.7" : "10\\..*\\.0");
        assertThat(answer.body()).doesNotContain(app.access(), app.refreshToken());
    }

    @Test
    void oneUserMayNotKeepTheStoreBusyWithListings() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        for (int i = 0; i < 60; i++) {
            app.get(UserApp.SESSIONS).isOk();
        }
        app.get(UserApp.SESSIONS).isError(429, "Rate limit exceeded. Try again in 1 seconds.");
        site.app(site.user()).get(UserApp.SESSIONS).isOk();
        clock.advance(Duration.ofSeconds(1));
        app.get(UserApp.SESSIONS).isOk();
    }

    @Test
    void anEndedSessionIsOutAtOnce() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp lost = site.app(user);
        Answer answer = app.delete("/sessions/" + lost.session()).isOk();

        assertThat(answer.body()).isEqualTo("{\"message\":\"Session terminated successfully\"}");
        assertThat(lost.isIn()).isFalse();
        assertThat(app.isIn()).isTrue();
        app.delete("/sessions/" + lost.session()).isError(404, "Session not found");
        assertThat(ids(app.get(UserApp.SESSIONS))).containsExactly(app.session());
    }

    @Test
    void somebodyElsesSessionIsNotThere() throws Exception {
        UserApp victim = site.app(site.user());
        UserApp app = site.app(site.user());

        app.delete("/sessions/" + victim.session()).isError(404, "Session not found");
        assertThat(victim.isIn()).isTrue();
        assertThat(ids(app.get(UserApp.SESSIONS))).containsExactly(app.session());
    }

    @Test
    void allSessionsEndTogether() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        UserApp other = site.app(user);
        UserApp stranger = site.app(site.user());
        Answer answer = app.delete(UserApp.SESSIONS).isOk();

        assertThat(answer.body()).isEqualTo("{\"message\":\"Logged out from 2 device(s)\",\"count\":2}");
        assertThat(app.isIn()).isFalse();
        assertThat(other.isIn()).isFalse();
        assertThat(stranger.isIn()).isTrue();
    }

    @Test
    void oneSessionTooManyEndsTheOldest() throws Exception {
        Account user = site.user();
        List<UserApp> apps = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            apps.add(site.app(user));
            clock.advance(Duration.ofSeconds(1));
        }

        assertThat(apps.getFirst().isIn()).isFalse();
        assertThat(apps.getLast().get(UserApp.SESSIONS).json().get("count").asInt())
                .isEqualTo(5);
        for (UserApp app : apps.subList(1, 6)) {
            assertThat(app.isIn()).isTrue();
        }
    }

    @Test
    void anIdleSessionEndsUnlessItIsToBeRemembered() throws Exception {
        Account user = site.user();
        UserApp idle = site.app(user);
        UserApp remembered = site.app();
        remembered.login(user.email(), UsersSite.PASSWORD, true).isOk();
        clock.advance(Duration.ofMinutes(31));

        idle.refresh().isError(401, "Session not found");
        remembered.refresh().isOk();
        assertThat(ids(remembered.get(UserApp.SESSIONS))).containsExactly(remembered.session());
    }

    @Test
    void useKeepsASessionFromGoingIdle() throws Exception {
        UserApp app = site.app(site.user());
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofMinutes(14));
            assertThat(app.isIn()).isTrue();
            app.refresh().isOk();
        }
    }

    @Test
    void aSessionThatAnotherProgramSavedIsListedAndEnded() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        String id = user.uuid().toString();
        // As the sample program writes times: without a zone, and with microseconds.
        DateTimeFormatter time = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.123456");
        LocalDateTime now = LocalDateTime.ofInstant(clock.instant(), ZoneOffset.UTC);
        Document saved = Document.empty()
                .with("user_id", id)
                .with("session_id", "sess-7f3d9a1b")
                .with("access_token", "an access token of another program")
                .with("refresh_token", "a refresh token of another program")
                .with("created_at", time.format(now.minusSeconds(60)))
                .with("expires_at", time.format(now.plusHours(1)));
        site.store()
                .commit(Batch.builder()
                        .put(
                                UserKeys.SESSION.key(id, "sess-7f3d9a1b"),
                                saved.bytes(),
                                Expiry.after(Duration.ofHours(1)))
                        .build());

        assertThat(ids(app.get(UserApp.SESSIONS))).containsExactlyInAnyOrder(app.session(), "sess-7f3d9a1b");
        app.delete("/sessions/sess-7f3d9a1b").isOk();
        assertThat(ids(app.get(UserApp.SESSIONS))).containsExactly(app.session());
    }

    @Test
    void aKeyThatHoldsSomethingElseIsAFaultOfTheStore() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        site.store()
                .commit(Batch.builder()
                        .delete(UserKeys.SESSION.key(user.uuid().toString(), app.session()))
                        .listPush(
                                UserKeys.SESSION.key(user.uuid().toString(), app.session()),
                                Write.End.TAIL,
                                Bytes.of("odd"))
                        .build());

        app.get(UserApp.SESSIONS).isError(503);
    }
}

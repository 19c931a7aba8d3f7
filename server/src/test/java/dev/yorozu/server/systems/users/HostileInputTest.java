package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.account.Account;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.store.testkit.HeldClock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What nobody should send: parts of keys that are none, and bodies that are none. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
    private static final List<String> PARTS = List.of(
            "%3A",
            "sess-1%3Asess-2",
            "*",
            "sess-*",
            "%0A",
            "sess-7f3d9a1b%0A",
            "%00",
            "%7Bsess%7D",
            "..",
            "%2F",
            "%F0%9F%98%80",
            "a".repeat(1_000));

    private final HeldClock clock = HeldClock.start();
    private final UsersSite site = UsersSite.of(clock, Storage.DOCUMENTED);

    @AfterAll
    void close() {
        site.close();
    }

    private Set<String> keys() {
        return site.store().scan(Scan.of("", 10_000)).keys().stream()
                .map(Key::name)
                .filter(name -> !name.startsWith("audit:"))
                .collect(Collectors.toSet());
    }

    private static void refused(Answer answer) {
        assertThat(answer.status()).as(answer.body()).isBetween(400, 499);
        assertThat(answer.json().propertyNames()).containsExactly("detail");
    }

    @Test
    void partsOfKeysThatAreNoneReachNoKey() throws Exception {
        UserApp app = site.app(site.user());
        UserApp admin = site.app(site.admin());
        Set<String> before = keys();
        for (String part : PARTS) {
            refused(app.delete("/sessions/" + part));
            refused(app.delete("/api/v1/sessions/" + part));
            refused(admin.get("/admin/sessions/" + part));
            refused(admin.delete("/admin/sessions/" + part));
        }

        // Longer than any address may be: refused before there is a path, and so in the server's own form.
        assertThat(app.delete("/sessions/" + "a".repeat(10_000)).status()).isBetween(400, 499);
        assertThat(admin.get("/admin/sessions/" + "a".repeat(10_000)).status()).isBetween(400, 499);
        assertThat(keys()).isEqualTo(before);
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void addressesThatAreNoneAreRefusedBeforeTheyAreCounted() throws Exception {
        UserApp app = site.app();
        for (String email : List.of(
                "a:b@example.com:x",
                "*",
                "a\nb@example.com",
                "a@b\u0000",
                "x".repeat(10_000) + "@example.com",
                "@",
                "")) {
            String body = UserApp.json(Map.of("email", email, "password", UsersSite.PASSWORD));
            refused(app.post(UserApp.LOGIN, body));
            refused(app.post(UserApp.SIGNUP, body));
        }

        app.login(site.user().email(), "wrong password").isError(401, "Invalid credentials. 4 attempts remaining.");
    }

    @Test
    void bodiesThatAreNoneAreRefused() throws Exception {
        UserApp app = site.app(site.user());
        for (String path : List.of(UserApp.SIGNUP, UserApp.LOGIN, UserApp.REFRESH)) {
            for (String body : List.of(
                    "null",
                    "[]",
                    "{",
                    "{\"email\":1,\"password\":true,\"refresh_token\":{}}",
                    "{\"refresh_token\":\"a\",\"refresh_token\":\"b\",\"email\":\"a\",\"EMAIL\":\"b\"}",
                    "{\"email\":\"a@example.com\",\"password\":\"correct horse battery\",\"remember_me\":\"yes\",\"refresh_token\":7}",
                    "{\"refresh_token\":\"" + "x".repeat(40_000) + "\"}",
                    "[".repeat(5_000))) {
                refused(app.post(path, body));
            }
        }
        refused(app.send("POST", UserApp.LOGOUT, "[]"));
        refused(app.send("POST", UserApp.LOGOUT, "{\"refresh_token\":1}"));
        assertThat(app.isIn()).isTrue();
    }

    @Test
    void tokensThatAreNoneAreRefused() throws Exception {
        Account user = site.user();
        UserApp app = site.app(user);
        for (String token : List.of("a", "a.b.c", "x".repeat(7_000), app.access() + ".", "." + app.access())) {
            site.app().holding(token, "").get(UserApp.ME).isError(401, "Could not validate credentials");
            site.app().refresh(token).isError(401, "Invalid refresh token");
        }
    }
}

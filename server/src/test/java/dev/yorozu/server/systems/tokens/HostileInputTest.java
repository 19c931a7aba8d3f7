package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.secret.Storage;
import dev.yorozu.server.Answer;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nobody sends by accident gets a 4xx in this system's form. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileInputTest {
    /** Method, path, and whether it is for those who are signed in. */
    private record Taking(String method, String path, boolean signedIn) {}

    private static final List<Taking> TAKING = List.of(
            new Taking("POST", App.LOGIN, false),
            new Taking("POST", App.REFRESH, false),
            new Taking("POST", App.REGISTER, false),
            new Taking("POST", App.LOGOUT, true),
            new Taking("POST", App.LOGOUT_OTHERS, true),
            new Taking("PUT", App.PASSWORD, true),
            new Taking("POST", "/api/admin/users/1/tokens/blacklist", true),
            new Taking("POST", "/api/admin/users/1/tokens/invalidate-before", true));

    private final TokenSite site = TokenSite.of(
            InstantSource.system(),
            Storage.DOCUMENTED,
            Map.of(
                    "systems.tokens.registration", "open",
                    "systems.tokens.rates.login", "100000",
                    "systems.tokens.rates.register", "100000",
                    "systems.tokens.rates.password", "100000"));

    private App admin;

    @BeforeAll
    void enter() throws Exception {
        admin = site.app(site.admin());
    }

    @AfterAll
    void stop() {
        site.close();
    }

    static List<Taking> taking() {
        return TAKING;
    }

    private Answer send(Taking route, String type, byte[] body) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(admin.uri(route.path()))
                .header("Content-Type", type)
                .method(route.method(), BodyPublishers.ofByteArray(body));
        if (route.signedIn()) {
            request.header("Authorization", "bearer " + admin.access());
        }
        return admin.send(request);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @MethodSource("taking")
    void aBodyThatIsNoObjectIsRefused(Taking route) throws Exception {
        for (String body : List.of(
                "", " ", "null", "[]", "1", "\"x\"", "{", "{}x", "{\"a\":1,\"a\":2}", "{\"a\":1,\"A\":1}", "{a:1}")) {
            send(route, "application/json", bytes(body)).isError(400);
        }
        for (String hex :
                List.of("7b2261223a22ff227d", "7b2261223a22c080227d", "7b2261223a22eda080227d", "feff007b007d")) {
            send(route, "application/json", HexFormat.of().parseHex(hex)).isError(400);
        }
        send(route, "application/json", bytes("{\"a\":" + "[".repeat(7000) + "]".repeat(7000) + "}"))
                .isError(400);
        send(route, "application/json", bytes("{\"a\":" + "9".repeat(9000) + "}x"))
                .isError(400);
    }

    @ParameterizedTest
    @MethodSource("taking")
    void aBodyOfAnotherTypeIsRefused(Taking route) throws Exception {
        send(route, "application/x-www-form-urlencoded", bytes("{}")).isError(415);
        send(route, "text/plain", bytes("{}")).isError(415);
    }

    @ParameterizedTest
    @MethodSource("taking")
    void aBodyThatIsTooLargeIsRefusedUnparsed(Taking route) throws Exception {
        send(route, "application/json", bytes("{\"a\":\"" + "a".repeat(17_000) + "\"}"))
                .isError(413);
        send(route, "application/json", new byte[(1 << 20) + 1]).isError(413);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\u0000", "a\\u0000b", "\\ud800", "a\\udfff", "\\n", "\\u001b[2J", "a\\u0085b"})
    void textsWithCharactersThatAreNoneAreRefused(String text) throws Exception {
        Answer answer = admin.post(
                        App.LOGIN,
                        "{\"loginIdentifier\":\"a" + text + "b\",\"password\":\"\\u0000\",\"deviceType\":\"Other" + text
                                + "\",\"os\":\"iOS\",\"deviceName\":\"a" + text + "b\"}")
                .isError(400);

        assertThat(answer.complaints()).contains("loginIdentifier", "password", "deviceName");
    }

    @Test
    void namesThatLookLikeKeysAreNobodys() throws Exception {
        for (String identifier : List.of("*", "refresh:*", "{1}", "1", "' OR 1=1 --", "%", "a\u202eb", "../x", "𠮷")) {
            site.app().login(identifier, "a password that is none").isError(401);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/api",
                "/api/entrance",
                "/api/entrance/auth/login/",
                "//api/profile",
                "/api/profile/devices/1/2",
                "/api/admin/users/1",
                "/api/admin/users//tokens",
                "/.well-known/jwks.json"
            })
    void anUnknownPathIsNotFoundInThisSystemsForm(String path) throws Exception {
        admin.get(path).isError(404);
    }

    @Test
    void anotherMethodIsRefusedInThisSystemsForm() throws Exception {
        assertThat(admin.get(App.LOGIN).isError(405).header("Allow")).isEqualTo("OPTIONS, POST");
        admin.send("PATCH", App.DEVICES, "{}").isError(405);
        admin.delete(App.PROFILE).isError(405);
    }

    @Test
    void aPathThatIsNoTextIsRefusedInThisSystemsForm() throws Exception {
        for (String path : List.of("/tokens/api/%ff", "/tokens/%00", "/tokens/api/profile/devices/%zz")) {
            String reply =
                    site.server().raw("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(reply).startsWith("HTTP/1.1 400").contains("{\"statusCode\":400,\"message\":");
        }
    }

    @Test
    void headersThatAreTooLargeAreRefusedInThisSystemsForm() throws Exception {
        String reply = site.server()
                .raw("GET /tokens/api/profile HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                        + "a".repeat(100_000) + "\r\nConnection: close\r\n\r\n");

        assertThat(reply).startsWith("HTTP/1.1 431").contains("{\"statusCode\":431,\"message\":");
    }
}

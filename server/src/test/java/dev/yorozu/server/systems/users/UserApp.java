package dev.yorozu.server.systems.users;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.json.Document;
import dev.yorozu.server.Answer;
import dev.yorozu.server.ApiClient;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A program on somebody's device that knows the paths of the user API. */
public final class UserApp extends ApiClient {
    static final String SIGNUP = "/auth/signup";
    static final String LOGIN = "/auth/login";
    static final String REFRESH = "/auth/refresh";
    static final String LOGOUT = "/auth/logout";
    static final String ME = "/auth/me";
    static final String SESSIONS = "/sessions";
    static final String ADMIN_SESSIONS = "/admin/sessions/";

    private final URI site;
    private final String address;
    private String session = "";

    /** @param address where its calls come from, as the proxy before the site says */
    UserApp(URI site, String address) {
        super(URI.create(site + "/users"), address, List.of("detail"), List.of(), "access_token", "refresh_token");
        this.site = site;
        this.address = address;
        agent("test-app/1.0");
    }

    /** Another program with the same pair. */
    UserApp copy() {
        return new UserApp(site, address).holding(access(), refreshToken());
    }

    UserApp agent(String userAgent) {
        sending("User-Agent", userAgent);
        return this;
    }

    public String session() {
        return session;
    }

    UserApp holding(String accessToken, String refreshToken) {
        hold(accessToken, refreshToken);
        return this;
    }

    /** What a token says. */
    public static Document claims(String token) {
        return part(token, 1);
    }

    public static Document header(String token) {
        return part(token, 0);
    }

    private static Document part(String token, int index) {
        byte[] json = Base64.getUrlDecoder().decode(token.split("\\.")[index]);
        return Document.parse(new String(json, StandardCharsets.UTF_8)).orElseThrow();
    }

    Answer signUp(String email, String password) throws IOException, InterruptedException {
        return signUp(Map.of("email", email, "password", password));
    }

    Answer signUp(Map<String, ?> fields) throws IOException, InterruptedException {
        return keep(post(SIGNUP, json(fields)));
    }

    public Answer login(String email, String password) throws IOException, InterruptedException {
        return login(email, password, false);
    }

    Answer login(String email, String password, boolean remembered) throws IOException, InterruptedException {
        secret(password);
        Map<String, Object> fields = new HashMap<>(Map.of("email", email, "password", password));
        if (remembered) {
            fields.put("remember_me", true);
        }
        return keep(post(LOGIN, json(fields)));
    }

    Answer refresh() throws IOException, InterruptedException {
        return keep(refresh(refreshToken()));
    }

    /** Presents the token without taking the answer's pair. */
    Answer refresh(String token) throws IOException, InterruptedException {
        return post(REFRESH, json(Map.of("refresh_token", token)));
    }

    Answer logout() throws IOException, InterruptedException {
        return send("POST", LOGOUT, json(Map.of("refresh_token", refreshToken())));
    }

    /** Whether the access token opens anything. */
    public boolean isIn() throws IOException, InterruptedException {
        int status = get(SESSIONS).status();
        assertThat(get(ME).status()).isEqualTo(status);
        assertThat(status).isIn(200, 401);
        return status == 200;
    }

    @Override
    protected Answer keep(Answer answer) {
        super.keep(answer);
        if (answer.status() == 200 || answer.status() == 201) {
            session = answer.text("session_id");
        }
        return answer;
    }
}

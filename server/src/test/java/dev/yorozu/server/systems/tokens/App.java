package dev.yorozu.server.systems.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.yorozu.server.Answer;
import dev.yorozu.server.ApiClient;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** A program on somebody's device that knows the paths of the token store. */
public final class App extends ApiClient {
    static final String LOGIN = "/api/entrance/auth/login";
    static final String REFRESH = "/api/entrance/refresh";
    static final String LOGOUT = "/api/entrance/logout";
    static final String LOGOUT_OTHERS = "/api/entrance/logout-others";
    static final String REGISTER = "/api/entrance/register";
    static final String VERIFY = "/api/entrance/verify";
    static final String PROFILE = "/api/profile";
    static final String DEVICES = "/api/profile/devices";
    static final String PASSWORD = "/api/profile/password";

    private final URI site;
    private final String device;
    private final String address;

    /** @param address where its calls come from, as the proxy before the site says */
    App(URI site, String device, String address) {
        super(
                URI.create(site + "/tokens"),
                address,
                List.of("statusCode", "message", "details"),
                List.of(),
                "accessToken",
                "refreshToken");
        this.site = site;
        this.device = device;
        this.address = address;
    }

    /** Another program with the same pair. */
    App copy() {
        return new App(site, device, address).holding(access(), refreshToken());
    }

    App at(URI other) {
        return new App(other, device, address);
    }

    String device() {
        return device;
    }

    App holding(String accessToken, String refreshToken) {
        hold(accessToken, refreshToken);
        return this;
    }

    Answer login(String identifier, String password) throws IOException, InterruptedException {
        secret(password);
        return keep(post(
                LOGIN,
                json(Map.of(
                        "loginIdentifier",
                        identifier,
                        "password",
                        password,
                        "deviceType",
                        "MobileApp",
                        "os",
                        "Android",
                        "deviceName",
                        device))));
    }

    App signedIn(String identifier) throws IOException, InterruptedException {
        login(identifier, TokenSite.PASSWORD).isOk();
        return this;
    }

    Answer refresh() throws IOException, InterruptedException {
        return keep(post(REFRESH, refreshBody()));
    }

    /** Presents the token without taking the answer's pair. */
    Answer refresh(String token) throws IOException, InterruptedException {
        return post(REFRESH, json(Map.of("refreshToken", token)));
    }

    private String refreshBody() {
        return json(Map.of("refreshToken", refreshToken()));
    }

    Answer logout() throws IOException, InterruptedException {
        return send("POST", LOGOUT, refreshBody());
    }

    Answer logoutOthers() throws IOException, InterruptedException {
        return send("POST", LOGOUT_OTHERS, refreshBody());
    }

    Answer profile() throws IOException, InterruptedException {
        return get(PROFILE);
    }

    /** Whether the access token opens anything. */
    boolean isIn() throws IOException, InterruptedException {
        int profile = get(PROFILE).status();
        assertThat(get(VERIFY).status()).isEqualTo(profile);
        assertThat(profile).isIn(200, 401);
        return profile == 200;
    }

    Answer changePassword(String current, String next) throws IOException, InterruptedException {
        secret(next);
        return send("PUT", PASSWORD, json(Map.of("currentPassword", current, "newPassword", next)));
    }
}

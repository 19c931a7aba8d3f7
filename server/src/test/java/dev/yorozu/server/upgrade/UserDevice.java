package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.written.Written;
import java.util.Map;

/** A device that somebody uses the user API with: holds the pair of tokens that it was given last. */
public final class UserDevice {
    static final String PASSWORD = "correct horse battery";

    private final Client client;
    private String access = "";
    private String refresh = "";
    private String session = "";

    public UserDevice(Client client) {
        this.client = client;
    }

    public static String email(String name) {
        return name + "@users.example";
    }

    public UserDevice holding(String accessToken, String refreshToken) {
        access = accessToken;
        refresh = refreshToken;
        return this;
    }

    public String access() {
        return access;
    }

    public String refreshToken() {
        return refresh;
    }

    public String session() {
        return session;
    }

    public UserDevice signedUp(String name) {
        keep(client.post("/users/auth/signup", Map.of("email", email(name), "password", PASSWORD))
                .is(201));
        return this;
    }

    public Reply login(String name) {
        return keep(client.post("/users/auth/login", Map.of("email", email(name), "password", PASSWORD)));
    }

    public UserDevice signedIn(String name) {
        login(name).ok();
        return this;
    }

    /** Signs in for longer than the usual time. */
    public UserDevice remembered(String name) {
        keep(client.post("/users/auth/login", Map.of("email", email(name), "password", PASSWORD, "remember_me", true)))
                .ok();
        return this;
    }

    public Reply guess(String name) {
        return client.post("/users/auth/login", Map.of("email", email(name), "password", "not the password"));
    }

    public Reply me() {
        return client.get("/users/auth/me", Client.bearing(access));
    }

    public Reply refresh() {
        return keep(refresh(refresh));
    }

    /** Shows a refresh token and keeps nothing of the answer. */
    public Reply refresh(String token) {
        return client.post("/users/auth/refresh", Map.of("refresh_token", token));
    }

    public Reply logout() {
        return client.post("/users/auth/logout", Map.of("refresh_token", refresh), Client.bearing(access));
    }

    public Reply sessions() {
        return client.get("/users/sessions", Client.bearing(access));
    }

    public Reply end(String id) {
        return client.call("DELETE", "/users/sessions/" + id, Client.bearing(access));
    }

    public Reply endAll() {
        return client.call("DELETE", "/users/sessions", Client.bearing(access));
    }

    private Reply keep(Reply reply) {
        if (reply.status() < 300) {
            access = reply.text("access_token");
            refresh = reply.text("refresh_token");
            session = reply.text("session_id");
            Written.secret(access);
            Written.secret(refresh);
        }
        return reply;
    }
}

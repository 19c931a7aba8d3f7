package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import java.util.Map;

/** A device that somebody uses the user API with: holds the pair of tokens that it was given last. */
public final class UserDevice extends Device {
    private String session = "";

    public UserDevice(Client client) {
        super(client, "/users/auth/refresh", "access_token", "refresh_token");
    }

    public static String email(String name) {
        return name + "@users.example";
    }

    public UserDevice holding(String accessToken, String refreshToken) {
        hold(accessToken, refreshToken);
        return this;
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
        return client.get("/users/auth/me", bearing());
    }

    public Reply logout() {
        return client.post("/users/auth/logout", showing(), bearing());
    }

    public Reply sessions() {
        return client.get("/users/sessions", bearing());
    }

    public Reply end(String id) {
        return client.call("DELETE", "/users/sessions/" + id, bearing());
    }

    public Reply endAll() {
        return client.call("DELETE", "/users/sessions", bearing());
    }

    @Override
    Reply keep(Reply reply) {
        if (reply.status() < 300) {
            session = reply.text("session_id");
        }
        return super.keep(reply);
    }
}

package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.written.Written;
import java.util.Map;

/** A device with tokens of the token store: holds the pair that it was given last. */
public final class TokenDevice {
    private static final String PASSWORD = "correct horse battery";

    private final Client client;
    private String access = "";
    private String refresh = "";

    public TokenDevice(Client client) {
        this.client = client;
    }

    public TokenDevice holding(String accessToken, String refreshToken) {
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

    /** Makes an account of this name; gives its id. */
    public String register(String name) {
        return client.post(
                        "/tokens/api/entrance/register",
                        Map.of(
                                "loginId",
                                name,
                                "username",
                                name,
                                "email",
                                name + "@tokens.example",
                                "password",
                                PASSWORD))
                .is(201)
                .text("userId");
    }

    public Reply login(String name, String device) {
        return keep(client.post(
                "/tokens/api/entrance/auth/login",
                Map.of(
                        "loginIdentifier",
                        name,
                        "password",
                        PASSWORD,
                        "deviceType",
                        "MobileApp",
                        "os",
                        "Android",
                        "deviceName",
                        device)));
    }

    public TokenDevice signedIn(String name, String device) {
        login(name, device).ok();
        return this;
    }

    public Reply verify() {
        return client.get("/tokens/api/entrance/verify", Client.bearing(access));
    }

    public Reply refresh() {
        return keep(refresh(refresh));
    }

    /** Shows a refresh token and keeps nothing of the answer. */
    public Reply refresh(String token) {
        return client.post("/tokens/api/entrance/refresh", Map.of("refreshToken", token));
    }

    public Reply logout() {
        return client.post("/tokens/api/entrance/logout", Map.of("refreshToken", refresh), Client.bearing(access));
    }

    public Reply logoutOthers() {
        return client.post(
                "/tokens/api/entrance/logout-others", Map.of("refreshToken", refresh), Client.bearing(access));
    }

    /** As an operator. */
    public Reply endAll(String user) {
        return client.call("DELETE", tokens(user), Client.bearing(access));
    }

    /** As an operator. */
    public Reply blacklist(String user, String jti) {
        return client.post(tokens(user) + "/blacklist", Map.of("jti", jti), Client.bearing(access));
    }

    /** As an operator. */
    public Reply invalidateBefore(String user, String moment) {
        return client.post(tokens(user) + "/invalidate-before", Map.of("time", moment), Client.bearing(access));
    }

    private static String tokens(String user) {
        return "/tokens/api/admin/users/" + user + "/tokens";
    }

    private Reply keep(Reply reply) {
        if (reply.status() == 200) {
            access = reply.text("accessToken");
            refresh = reply.text("refreshToken");
            Written.secret(access);
            Written.secret(refresh);
        }
        return reply;
    }
}

package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import java.util.Map;

/** A device with tokens of the token store: holds the pair that it was given last. */
public final class TokenDevice extends Device {
    public TokenDevice(Client client) {
        super(client, "/tokens/api/entrance/refresh", "accessToken", "refreshToken");
    }

    public TokenDevice holding(String accessToken, String refreshToken) {
        hold(accessToken, refreshToken);
        return this;
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
        return client.get("/tokens/api/entrance/verify", bearing());
    }

    public Reply logout() {
        return client.post("/tokens/api/entrance/logout", showing(), bearing());
    }

    public Reply logoutOthers() {
        return client.post("/tokens/api/entrance/logout-others", showing(), bearing());
    }

    /** As an operator. */
    public Reply endAll(String user) {
        return client.call("DELETE", tokens(user), bearing());
    }

    /** As an operator. */
    public Reply blacklist(String user, String jti) {
        return client.post(tokens(user) + "/blacklist", Map.of("jti", jti), bearing());
    }

    /** As an operator. */
    public Reply invalidateBefore(String user, String moment) {
        return client.post(tokens(user) + "/invalidate-before", Map.of("time", moment), bearing());
    }

    private static String tokens(String user) {
        return "/tokens/api/admin/users/" + user + "/tokens";
    }
}

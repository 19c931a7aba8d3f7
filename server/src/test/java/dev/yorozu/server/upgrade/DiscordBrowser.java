package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import java.util.Map;

/** A browser at the site that people sign in to with Discord. */
public record DiscordBrowser(Client client) {
    private static final String AUTH = "/discord/api/auth";
    private static final String API = "/discord/api";

    /** Begins to sign in; the reply says the state. */
    public Reply start(String query) {
        return client.get(AUTH + "/discord/start?format=json" + query);
    }

    public Reply callback(String state, String user) {
        return client.get(AUTH + "/discord/callback?code=code~" + user + "&state=" + state);
    }

    public DiscordBrowser signedIn(String user) {
        callback(start("").ok().text("state"), user).ok();
        return this;
    }

    public String sid() {
        return client.cookie("sid");
    }

    public DiscordBrowser with(String sid) {
        client.with("sid", sid);
        return this;
    }

    public Reply me() {
        return client.get(API + "/discord/me");
    }

    /** An app claims the session that another browser came back with. */
    public Reply claim(String state) {
        return client.post(
                AUTH + "/discord/claim-session",
                Map.of("state", state),
                "Origin",
                client.site().toString());
    }

    /** A token for changing calls; its cookie is kept. */
    public String csrf() {
        return client.get(API + "/discord/csrf").ok().text("token");
    }

    public Reply logout(String csrf, String query) {
        return client.post(AUTH + "/logout" + query, Map.of("csrf", csrf));
    }

    public Reply share(String url, String name) {
        return client.post(API + "/receive/token", Map.of("csrf", csrf(), "url", url, "name", name));
    }

    public Reply resolve(String token) {
        return client.get(API + "/receive/resolve?t=" + token);
    }

    public Reply delete(String token) {
        return client.post(API + "/receive/delete", Map.of("csrf", csrf(), "token", token));
    }
}

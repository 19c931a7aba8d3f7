package dev.yorozu.server.upgrade;

import dev.yorozu.server.upgrade.Client.Reply;
import dev.yorozu.server.written.Written;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A patron's device: holds the session and the pair of signed tokens that it was given last. */
public final class PatronDevice extends Device {
    private static final AtomicInteger CODES = new AtomicInteger();

    private String session = "";

    public PatronDevice(Client client) {
        super(client, "/patreon/api/auth/refresh", "accessToken", "refreshToken");
    }

    public PatronDevice holding(String sessionToken, String accessToken, String refreshToken) {
        session = sessionToken;
        hold(accessToken, refreshToken);
        return this;
    }

    public String session() {
        return session;
    }

    public Reply signIn(String user) {
        String code = "code-number-" + CODES.incrementAndGet() + "-of-the-test~" + user;
        Reply reply =
                client.post("/patreon/api/patreon/exchange", Map.of("code", code, "redirect_uri", AllSystems.REDIRECT));
        if (reply.status() == 200) {
            session = reply.text("session_token");
            Written.secret(session);
        }
        return reply;
    }

    public PatronDevice signedIn(String user) {
        signIn(user).ok();
        return this;
    }

    public Reply validate() {
        return client.post("/patreon/api/session/validate", Map.of("session_token", session));
    }

    public Reply license() {
        return client.get("/patreon/api/patreon/license-status", Client.bearing(session));
    }

    /** Asks for signed tokens, and keeps them. */
    public Reply token() {
        return keep(client.call("POST", "/patreon/api/auth/token", Client.bearing(session)));
    }

    /** Looks at the quota, which the signed token is enough for. */
    public Reply quota() {
        return client.get("/patreon/api/quota/status", bearing());
    }

    /** Renews Patreon's own tokens. */
    public Reply renew() {
        return client.call("POST", "/patreon/api/auth/refresh", Client.bearing(session));
    }

    public Reply logout() {
        return client.call("POST", "/patreon/api/auth/logout", Client.bearing(session));
    }

    public Reply revokeAll() {
        return client.call("POST", "/patreon/api/patreon/revoke-all", Client.bearing(session));
    }
}

package dev.yorozu.server.systems.patreon;

import dev.yorozu.json.Document;
import dev.yorozu.server.Answer;
import dev.yorozu.server.ApiClient;
import dev.yorozu.server.written.Written;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A program on somebody's device: holds the session and the pair of tokens that it was given last. */
public final class PatronApp extends ApiClient {
    static final String EXCHANGE = "/api/patreon/exchange";
    static final String CALLBACK = "/api/auth/callback";
    static final String VALIDATE = "/api/session/validate";
    static final String LICENSE = "/api/patreon/license-status";
    static final String REVOKE = "/api/patreon/revoke";
    static final String LOGOUT = "/api/auth/logout";
    static final String REVOKE_ALL = "/api/patreon/revoke-all";
    static final String TOKEN = "/api/auth/token";
    static final String REFRESH = "/api/auth/refresh";
    static final String QUOTA = "/api/quota/status";
    static final String CRASH = "/api/crash-report";
    static final String WEBHOOK = "/webhook";

    private static final AtomicInteger CODES = new AtomicInteger();

    private final URI site;
    private final String address;
    private String session = "";

    /** @param address where its calls come from, as the proxy before the site says */
    PatronApp(URI site, String address) {
        super(
                URI.create(site + "/patreon"),
                address,
                List.of("error", "error_code"),
                List.of("reason"),
                "accessToken",
                "refreshToken");
        this.site = site;
        this.address = address;
    }

    String session() {
        return session;
    }

    /** Another program with the same session and tokens. */
    PatronApp copy() {
        return new PatronApp(site, address).holding(session, access(), refreshToken());
    }

    PatronApp holding(String sessionToken, String accessToken, String refreshToken) {
        session = sessionToken;
        hold(accessToken, refreshToken);
        return this;
    }

    /** A code that Patreon gives to this user. */
    static String code(String user) {
        String code = "code-number-" + CODES.incrementAndGet() + "-of-the-test~" + user;
        Written.secret(code);
        return code;
    }

    Answer signIn(String user) throws IOException, InterruptedException {
        return signIn(EXCHANGE, Map.of("code", code(user), "redirect_uri", PatreonSite.REDIRECT));
    }

    Answer signIn(String path, Map<String, ?> fields) throws IOException, InterruptedException {
        Answer answer = post(path, json(fields));
        if (answer.status() == 200) {
            session = answer.text("session_token");
            Written.secret(session);
        }
        return answer;
    }

    Answer validate() throws IOException, InterruptedException {
        return post(VALIDATE, json(Map.of("session_token", session)));
    }

    Answer license() throws IOException, InterruptedException {
        return send("GET", LICENSE, session, "");
    }

    /** Asks for signed tokens, and keeps them. */
    public Answer token() throws IOException, InterruptedException {
        return keep(send("POST", TOKEN, session, ""));
    }

    Answer refresh() throws IOException, InterruptedException {
        return keep(refresh(refreshToken()));
    }

    /** Presents a refresh token without taking the answer's pair. */
    Answer refresh(String token) throws IOException, InterruptedException {
        return post(REFRESH, json(Map.of("refreshToken", token)));
    }

    /** Renews Patreon's tokens of the session. */
    Answer renew() throws IOException, InterruptedException {
        return send("POST", REFRESH, session, "");
    }

    /** Looks at the quota with this token. */
    Answer quota(String token) throws IOException, InterruptedException {
        return send("GET", QUOTA, token, "");
    }

    Answer revoke() throws IOException, InterruptedException {
        return send("POST", REVOKE, session, "");
    }

    Answer revokeAll() throws IOException, InterruptedException {
        return send("POST", REVOKE_ALL, session, "");
    }

    Answer webhook(String event, String body) throws IOException, InterruptedException {
        return webhook(event, body, signature(PatreonSite.WEBHOOK_SECRET, body));
    }

    Answer webhook(String event, String body, String signature) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(WEBHOOK))
                .header("Content-Type", "application/json")
                .header("X-Patreon-Event", event)
                .header("X-Patreon-Signature", signature)
                .POST(BodyPublishers.ofString(body)));
    }

    static String signature(String secret, String body) {
        try {
            Mac mac = Mac.getInstance("HmacMD5");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacMD5"));
            return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has HMAC-MD5", e);
        }
    }

    /** What a signed token says. */
    static Document claims(String token) {
        return part(token, 1);
    }

    static Document header(String token) {
        return part(token, 0);
    }

    private static Document part(String token, int index) {
        byte[] json = Base64.getUrlDecoder().decode(token.split("\\.", -1)[index]);
        return Document.parse(new String(json, StandardCharsets.UTF_8)).orElseThrow();
    }
}

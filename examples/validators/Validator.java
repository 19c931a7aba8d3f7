import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks access tokens of an app by itself, with Nimbus, and refuses revoked ones without a call for each request: a thread keeps
 * what the feed of revocations tells, by long polls.
 *
 * <p>As a program it reads a token from each line and says what it makes of it. YOROZU is where the server is, YOROZU_SECRET the
 * secret of a credential with the scope app/NAME:revocations, APP the name of the app.
 */
public final class Validator {
    /** How long nothing may be heard of the feed before nothing is accepted any more. */
    private static final Duration SILENCE = Duration.ofSeconds(15);

    private static final int WAIT_SECONDS = 5;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final DefaultJWTProcessor<SecurityContext> signatures = new DefaultJWTProcessor<>();
    private final String server;
    private final String secret;
    private final String realm;
    private volatile Revocations revocations = new Revocations();
    private volatile Instant heard = Instant.EPOCH;

    public Validator(String server, String secret, String app) throws IOException {
        this.server = server;
        this.secret = secret;
        this.realm = "app/" + app;
        URI keys = URI.create(server + "/v1/apps/" + app + "/.well-known/jwks.json");
        DefaultJWTClaimsVerifier<SecurityContext> claims = new DefaultJWTClaimsVerifier<>(
                app, new JWTClaimsSet.Builder().issuer(app).build(), Set.of("sub", "iat", "exp", "jti"));
        claims.setMaxClockSkew(30);
        signatures.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(new JOSEObjectType("at+jwt")));
        signatures.setJWSKeySelector(new JWSVerificationKeySelector<>(
                JWSAlgorithm.ES256, JWKSourceBuilder.create(keys.toURL()).build()));
        signatures.setJWTClaimsSetVerifier(claims);
    }

    /** What the feed has told since it was read from its beginning. */
    private static final class Revocations {
        private final Map<String, Long> ids = new ConcurrentHashMap<>();
        private final Map<String, Long> usersBefore = new ConcurrentHashMap<>();
        private String cursor = "";
        private volatile long since = Long.MAX_VALUE;

        /** Keeps what came, and forgets what no token can be ended by any more. */
        void keep(Map<String, Object> answer) throws ParseException {
            for (Map<String, Object> event : JSONObjectUtils.getJSONObjectArray(answer, "events")) {
                long at = JSONObjectUtils.getLong(event, "at");
                if (event.containsKey("user")) {
                    usersBefore.merge((String) event.get("user"), JSONObjectUtils.getLong(event, "before"), Math::max);
                } else {
                    ids.put((String) event.getOrDefault("jti", event.get("sid")), at);
                }
            }
            cursor = JSONObjectUtils.getString(answer, "cursor");
            since = JSONObjectUtils.getLong(answer, "since");
            long old = Instant.now().getEpochSecond() - JSONObjectUtils.getLong(answer, "keep");
            ids.values().removeIf(at -> at < old);
            usersBefore.values().removeIf(before -> before < old);
        }

        boolean ended(JWTClaimsSet token) throws ParseException {
            long issued = token.getIssueTime().toInstant().getEpochSecond();
            String id = token.getJWTID();
            return issued < since
                    || ids.containsKey(id)
                    || ids.containsKey(id.substring(0, Math.max(0, id.indexOf('.'))))
                    || named(token, "sid")
                    || named(token, "session_id")
                    || issued < usersBefore.getOrDefault(token.getSubject(), 0L)
                    || issued < usersBefore.getOrDefault(digest(token.getSubject()), 0L);
        }

        /** How the feed names a user whose name is long, or has other characters than letters, digits and {@code _.%-}. */
        private static String digest(String user) {
            try {
                byte[] digest = MessageDigest.getInstance("SHA-256").digest(user.getBytes(StandardCharsets.UTF_8));
                return "=" + Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
            } catch (NoSuchAlgorithmException none) {
                throw new IllegalStateException(none);
            }
        }

        private boolean named(JWTClaimsSet token, String claim) throws ParseException {
            String session = token.getStringClaim(claim);
            return session != null && ids.containsKey(session);
        }
    }

    /** Keeps what the feed tells; returns when all is known that it has, and goes on in a thread of its own. */
    public void start() throws InterruptedException {
        while (!follow()) {
            Thread.sleep(200);
        }
        Thread.ofPlatform().daemon().name("revocations").start(() -> {
            while (true) {
                try {
                    if (!follow()) {
                        Thread.sleep(200);
                    }
                } catch (InterruptedException stopped) {
                    return;
                }
            }
        });
    }

    /** Reads what there is, or waits for something; false when the server could not be asked. */
    private boolean follow() throws InterruptedException {
        Revocations kept = revocations;
        try {
            Map<String, Object> answer;
            do {
                HttpResponse<String> response = ask(kept.cursor);
                if (response.statusCode() == 410) {
                    kept = new Revocations(); // The feed began anew.
                    response = ask(kept.cursor);
                }
                if (response.statusCode() != 200) {
                    return false;
                }
                answer = JSONObjectUtils.parse(response.body());
                kept.keep(answer);
            } while (JSONObjectUtils.getBoolean(answer, "more"));
            revocations = kept;
            heard = Instant.now();
            return true;
        } catch (IOException | ParseException unreachable) {
            return false;
        }
    }

    private HttpResponse<String> ask(String cursor) throws IOException, InterruptedException {
        String query = "?realms=" + realm + "&wait=" + WAIT_SECONDS + (cursor.isEmpty() ? "" : "&after=" + cursor);
        HttpRequest request = HttpRequest.newBuilder(URI.create(server + "/v1/revocations" + query))
                .header("Authorization", "Bearer " + secret)
                .timeout(SILENCE)
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** What an access token says; anything that is none, was revoked, or cannot be judged, is an error. */
    public JWTClaimsSet check(String token) throws Exception {
        JWTClaimsSet claims = signatures.process(token, null);
        if (revocations.ended(claims)) {
            throw new SecurityException("revoked");
        }
        if (heard.isBefore(Instant.now().minus(SILENCE))) {
            throw new IllegalStateException("nothing was heard of revocations for too long");
        }
        return claims;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, String> given = System.getenv();
        Validator validator = new Validator(given.get("YOROZU"), given.get("YOROZU_SECRET"), given.get("APP"));
        validator.start();
        System.out.println("ready");
        for (String line : (Iterable<String>)
                new BufferedReader(new InputStreamReader(System.in)).lines()::iterator) {
            try {
                System.out.println("accepted " + validator.check(line).getSubject());
            } catch (Exception refusal) {
                System.out.println("refused " + refusal.getMessage());
            }
        }
    }
}

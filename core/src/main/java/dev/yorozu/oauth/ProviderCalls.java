package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.store.Bytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The questions that a client asks a provider behind the browser's back. Safe for use by any number of threads. */
public final class ProviderCalls {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    /** Shorter than a lock on a session lives, so that a slow provider does not let two renew at once. */
    static final Duration RENEWAL_PATIENCE = Duration.ofSeconds(4);

    private final Provider provider;
    private final Outgoing outgoing;

    public ProviderCalls(Provider provider, Outgoing outgoing) {
        this.provider = provider;
        this.outgoing = outgoing;
    }

    /**
     * Exchanges the code that the browser brought for tokens.
     *
     * @param pkce the secret of the sign-in; empty where another program started it, at a provider that does without
     */
    public Exchange exchange(String code, Optional<Pkce> pkce, String redirectUri) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", redirectUri);
        List<String> secrets = new ArrayList<>(List.of(provider.clientSecret(), code));
        pkce.map(Pkce::verifier).ifPresent(verifier -> {
            form.put("code_verifier", verifier);
            secrets.add(verifier);
        });
        return switch (outgoing.send(tokenRequest(form, PATIENCE))) {
            case Outgoing.Answer.TimedOut slow -> new Exchange.TimedOut();
            case Outgoing.Answer.Unreachable none -> new Exchange.Unreachable();
            case Outgoing.Answer.Response response ->
                granted(response)
                        .<Exchange>map(Exchange.Granted::new)
                        .orElseGet(() -> new Exchange.Denied(response.status(), detail(response, secrets)));
        };
    }

    /** Asks for new tokens in place of old ones. */
    public Renewal renew(String refreshToken) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", refreshToken);
        return switch (outgoing.send(tokenRequest(form, RENEWAL_PATIENCE))) {
            case Outgoing.Answer.TimedOut slow -> new Renewal.Trouble(RelayedStatus.NOT_IN_TIME, "no answer in time");
            case Outgoing.Answer.Unreachable none -> new Renewal.Trouble(RelayedStatus.NO_USE, "not reachable");
            case Outgoing.Answer.Response response ->
                granted(response)
                        .<Renewal>map(Renewal.Granted::new)
                        .orElseGet(() -> refused(response, List.of(provider.clientSecret(), refreshToken)));
        };
    }

    /** Asks whose access token it is. */
    public Lookup<User> user(String accessToken) {
        return identity(accessToken, provider.reader()::read);
    }

    /**
     * Asks whose access token it is.
     *
     * @param reader makes of the answer what the caller needs; empty when the answer is of no use
     */
    public <T> Lookup<T> identity(String accessToken, Function<Document, Optional<T>> reader) {
        Outgoing.Request request = new Outgoing.Request(
                provider.userUrl(),
                Map.of("Authorization", "Bearer " + accessToken, "Accept", "application/json"),
                Optional.empty(),
                PATIENCE);
        return switch (outgoing.send(request)) {
            case Outgoing.Answer.TimedOut slow -> new Lookup.TimedOut<>();
            case Outgoing.Answer.Unreachable none -> new Lookup.Unreachable<>();
            case Outgoing.Answer.Response response ->
                good(response)
                        .flatMap(reader)
                        .<Lookup<T>>map(Lookup.Found::new)
                        .orElseGet(
                                () -> new Lookup.Denied<>(response.status(), detail(response, List.of(accessToken))));
        };
    }

    private Outgoing.Request tokenRequest(Map<String, String> form, Duration patience) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Accept", "application/json");
        switch (provider.authentication()) {
            case BODY -> {
                form.put("client_id", provider.clientId());
                form.put("client_secret", provider.clientSecret());
            }
            case HEADER -> headers.put("Authorization", "Basic " + credentials());
            case NONE -> form.put("client_id", provider.clientId());
        }
        return new Outgoing.Request(provider.tokenUrl(), headers, Optional.of(FormText.of(form)), patience);
    }

    /** Both parts are encoded as in a form before they are joined (RFC 6749, section 2.3.1). */
    private String credentials() {
        String joined = FormText.encoded(provider.clientId()) + ":" + FormText.encoded(provider.clientSecret());
        return Base64.getEncoder().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
    }

    private static Optional<Grant> granted(Outgoing.Answer.Response response) {
        return good(response).flatMap(Grant::read);
    }

    private static Optional<Document> good(Outgoing.Answer.Response response) {
        return response.status() / 100 == 2 ? Document.parse(response.body()) : Optional.empty();
    }

    private static Renewal refused(Outgoing.Answer.Response response, List<String> secrets) {
        boolean forGood = response.status() / 100 == 4
                && Document.parse(response.body())
                        .flatMap(answer -> answer.text("error"))
                        .filter("invalid_grant"::equals)
                        .isPresent();
        int relayed = RelayedStatus.of(response.status());
        return forGood
                ? new Renewal.InvalidGrant(relayed)
                : new Renewal.Trouble(relayed, "status " + response.status() + " " + detail(response, secrets));
    }

    /** A good status with an answer of no use may still hold tokens, so nothing of it is shown. */
    private static String detail(Outgoing.Answer.Response response, List<String> secrets) {
        Bytes body = response.body();
        return response.status() / 100 == 2 ? "the answer is not as expected" : UpstreamText.of(body, secrets);
    }
}

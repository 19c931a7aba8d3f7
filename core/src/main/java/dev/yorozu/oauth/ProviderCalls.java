package dev.yorozu.oauth;

import dev.yorozu.json.Document;
import dev.yorozu.oauth.ProviderResult.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The questions that a client asks a provider behind the browser's back. Safe for use by any number of threads. */
public final class ProviderCalls {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

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
    public ProviderResult<Grant> exchange(String code, Optional<Pkce> pkce, String redirectUri) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", redirectUri);
        String verifier = pkce.map(Pkce::verifier).orElse("");
        if (pkce.isPresent()) {
            form.put("code_verifier", verifier);
        }
        return ask(tokenRequest(form, TIMEOUT), List.of(provider.clientSecret(), code, verifier), Grant::read);
    }

    /** Asks for new tokens in place of old ones. */
    public ProviderResult<Grant> renew(String refreshToken) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "refresh_token");
        form.put("refresh_token", refreshToken);
        return ask(
                tokenRequest(form, RenewalPolicy.PROVIDER_TIMEOUT),
                List.of(provider.clientSecret(), refreshToken),
                Grant::read);
    }

    /**
     * Asks whose access token it is.
     *
     * @param reader makes of the answer what the caller needs; empty when the answer is of no use
     */
    public <T> ProviderResult<T> identity(String accessToken, Function<Document, Optional<T>> reader) {
        Map<String, String> headers = Map.of("Authorization", "Bearer " + accessToken, "Accept", "application/json");
        return ask(Outgoing.Request.get(provider.userUrl(), headers, TIMEOUT), List.of(accessToken), reader);
    }

    private <T> ProviderResult<T> ask(
            Outgoing.Request request, List<String> secrets, Function<Document, Optional<T>> reader) {
        return switch (outgoing.send(request)) {
            case Outgoing.Answer.TimedOut slow ->
                new ProviderResult.Failed<>(Reason.TIMED_OUT, ProviderResult.GATEWAY_TIMEOUT, "no answer in time");
            case Outgoing.Answer.Unreachable none ->
                new ProviderResult.Failed<>(Reason.UNREACHABLE, ProviderResult.BAD_GATEWAY, "not reachable");
            case Outgoing.Answer.Response response ->
                Optional.of(response)
                        .filter(ProviderCalls::isGood)
                        .flatMap(good -> Document.parse(good.body()))
                        .flatMap(reader)
                        .<ProviderResult<T>>map(ProviderResult.Success::new)
                        .orElseGet(() -> new ProviderResult.Failed<>(
                                reason(response), response.status(), detail(response, secrets)));
        };
    }

    private Outgoing.Request tokenRequest(Map<String, String> form, Duration timeout) {
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
        Optional<Outgoing.Body> body = Optional.of(Outgoing.Body.form(form));
        return new Outgoing.Request(Outgoing.Method.POST, provider.tokenUrl(), headers, body, timeout);
    }

    /** Both parts are encoded as in a form before they are joined (RFC 6749, section 2.3.1). */
    private String credentials() {
        String joined = FormText.encoded(provider.clientId()) + ":" + FormText.encoded(provider.clientSecret());
        return Base64.getEncoder().encodeToString(joined.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isGood(Outgoing.Answer.Response response) {
        return response.status() / 100 == 2;
    }

    private static Reason reason(Outgoing.Answer.Response response) {
        boolean invalidGrant = response.status() / 100 == 4
                && Document.parse(response.body())
                        .flatMap(answer -> answer.text("error"))
                        .filter("invalid_grant"::equals)
                        .isPresent();
        return invalidGrant ? Reason.INVALID_GRANT : Reason.DENIED;
    }

    /** A good status with an answer of no use may still hold tokens, so nothing of it is shown. */
    private static String detail(Outgoing.Answer.Response response, List<String> secrets) {
        return isGood(response) ? "the answer is not as expected" : UpstreamText.of(response.body(), secrets);
    }
}

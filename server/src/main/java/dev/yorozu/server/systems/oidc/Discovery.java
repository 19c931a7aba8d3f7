package dev.yorozu.server.systems.oidc;

import com.nimbusds.jose.util.JSONObjectUtils;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.server.http.Problem;
import java.net.URI;
import java.text.ParseException;
import java.util.Map;
import java.util.Optional;

/**
 * Asks a provider what it publishes about itself, and says what is wrong where that cannot be used: most often the issuer
 * is spelled otherwise in the settings, which nobody finds out from "cannot be reached".
 */
record Discovery(Fetching fetching, URI issuer) {
    static final String MISCONFIGURED = "provider_misconfigured";

    private static final int LONGEST = 200;

    sealed interface Outcome {}

    record Found(Metadata metadata) implements Outcome {}

    record Failed(Problem problem) implements Outcome {}

    Outcome look() {
        return switch (fetching.ask(address())) {
            case Outgoing.Answer.Response response -> read(response);
            case Outgoing.Answer.TimedOut slow -> new Failed(OidcErrors.SLOW);
            case Outgoing.Answer.Unreachable none -> new Failed(OidcErrors.UNREACHABLE);
        };
    }

    private Outcome read(Outgoing.Answer.Response response) {
        if (response.status() == 200) {
            return read(response.body().text());
        }
        return response.status() >= 500
                ? new Failed(OidcErrors.UNREACHABLE)
                : wrong("There is no OpenID configuration at " + address() + " (status " + response.status()
                        + "): check systems.oidc.issuer.");
    }

    private URI address() {
        String base = issuer.toString();
        String below = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
        return URI.create(below + "/.well-known/openid-configuration");
    }

    private Outcome read(String json) {
        Optional<Metadata> metadata = Metadata.read(json, issuer);
        if (metadata.isPresent()) {
            return new Found(metadata.get());
        }
        Optional<String> named = named(json);
        return named.isEmpty() || named.get().equals(issuer.toString())
                ? wrong("What the provider publishes at " + address()
                        + " is no OpenID configuration that can be used: it must be JSON with an issuer, https endpoints and"
                        + " a signature by RSA or on a NIST curve.")
                : wrong("The provider calls itself " + shown(named.get()) + ", and systems.oidc.issuer says " + issuer
                        + ": " + difference(named.get()) + " Set it exactly as the provider does.");
    }

    private static Optional<String> named(String json) {
        try {
            Map<String, Object> document = JSONObjectUtils.parse(json);
            return Optional.ofNullable(document == null ? null : JSONObjectUtils.getString(document, "issuer"));
        } catch (ParseException malformed) {
            return Optional.empty();
        }
    }

    private String difference(String named) {
        String set = issuer.toString();
        if (named.equals(set + "/")) {
            return "the slash at the end is missing.";
        }
        if (set.equals(named + "/")) {
            return "there is a slash at the end that does not belong there.";
        }
        if (withoutScheme(named).equals(withoutScheme(set))) {
            return "one begins with http and the other with https.";
        }
        return named.equalsIgnoreCase(set) ? "they differ in capital letters." : "that is another issuer.";
    }

    private static String withoutScheme(String address) {
        return address.replaceFirst("^https?://", "");
    }

    /** What a provider writes is shown to people, shortened and in one line. */
    private static String shown(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]", "?");
        return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }

    private static Failed wrong(String why) {
        return new Failed(new Problem(502, MISCONFIGURED, why));
    }
}

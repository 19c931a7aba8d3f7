package dev.yorozu.server.systems.oidc;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Leads somebody whose session here has ended to the provider, to sign out there too, and back (OpenID Connect RP-Initiated Logout
 * 1.0). No ID token is kept for it: the provider is told the client.
 *
 * @param enabled whether people are led there at all
 */
record ProviderSignOut(OidcSite site, OidcClient client, ReturnTo returnTo, RandomTokens random, boolean enabled) {
    private static final String COOKIE = "oidc_signed_out";
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    private static final int STATE_BYTES = 16;

    /** What is answered to a sign-out: the way to the provider, as a redirect for a page's form and as an address for scripts. */
    Reply lead(Call call) {
        Optional<URI> provider = enabled ? client.ready().flatMap(OidcClient.Ready::endSessionUrl) : Optional.empty();
        Optional<String> back = site.signedOutUri(call);
        if (provider.isEmpty() || back.isEmpty()) {
            return OidcJson.reply(OidcJson.OK);
        }
        String state = random.base64url(STATE_BYTES);
        String address = address(
                provider.get(),
                Map.of("client_id", client.clientId(), "post_logout_redirect_uri", back.get(), "state", state));
        String target = call.query("returnTo").flatMap(returnTo::accept).orElse("/");
        Reply reply = OidcErrors.wantsPage(call)
                ? Reply.empty(303).with("Location", address).unkept()
                : OidcJson.reply(OidcJson.OK.with("providerLogout", address));
        return reply.with(site.cookie(call, name(call), state + "." + encoded(target), TIMEOUT));
    }

    private static String address(URI provider, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return provider + (provider.getRawQuery() == null ? "?" : "&") + query;
    }

    private String name(Call call) {
        return site.boundToHost(call, COOKIE);
    }

    private static String encoded(String target) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(target.getBytes(StandardCharsets.UTF_8));
    }

    /** Where the provider sends people back to: on to where they wanted, if it was this browser that left. */
    Reply back(Call call) {
        String state = call.query("state").orElse("");
        String target = call.cookie(name(call))
                .map(kept -> kept.split("\\.", 2))
                .filter(kept -> kept.length == 2 && Digests.same(kept[0], state))
                .flatMap(kept -> decoded(kept[1]))
                .flatMap(returnTo::accept)
                .orElse("/");
        return Reply.empty(302)
                .with("Location", ReturnTo.location(target))
                .unkept()
                .with(site.clearing(call, name(call)));
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException garbled) {
            return Optional.empty();
        }
    }
}

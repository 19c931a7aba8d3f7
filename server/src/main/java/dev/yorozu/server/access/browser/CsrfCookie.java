package dev.yorozu.server.access.browser;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import java.util.Optional;

/**
 * Double submit: a page of the site can read the token that it was given and send it along with the cookie, another site's page
 * can do neither.
 *
 * @param domain of the cookie; empty for the answering host alone
 */
public record CsrfCookie(String name, SignInSite site, Optional<String> domain, RandomTokens random) {
    private static final int TOKEN_BYTES = 32;

    public String newToken() {
        return random.base64url(TOKEN_BYTES);
    }

    /** The token that this browser has already, or a new one. */
    public String token(Call call) {
        return call.cookie(name).orElseGet(this::newToken);
    }

    /** The reply with the cookie that a token is compared with. */
    public Reply on(Reply reply, Call call, String token) {
        return reply.with(site.passingCookie(call, name, token, domain));
    }

    public boolean matches(Call call, String sent) {
        Optional<String> cookie = call.cookie(name);
        return cookie.isPresent() && Digests.same(cookie.get(), sent);
    }
}

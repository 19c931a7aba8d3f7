package dev.yorozu.server.systems.discord;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;

/** Gives pages the token that their changing calls must bring back. */
final class CsrfRoutes {
    private static final int BYTES = 32;

    private final Site site;
    private final RandomTokens random;

    CsrfRoutes(Site site, RandomTokens random) {
        this.site = site;
        this.random = random;
    }

    Reply answer(Call call, String cookie) {
        String token = random.base64url(BYTES);
        return Reply.ownedJson(200, Answers.ok().with("token", token).bytes().toArray())
                .with("Cache-Control", "no-store, max-age=0, must-revalidate")
                .with(site.passingCookie(call, cookie, token));
    }
}

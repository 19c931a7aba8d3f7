package dev.yorozu.server.systems.discord.pages;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.util.Map;

/**
 * The pages between Discord and the site. They work without scripts; the one script there is keeps the address of the
 * callback out of the browser's history.
 */
public record SignInPages(Pages pages, String callbackPath, RandomTokens random) {
    private static final int NONCE_BYTES = 16;

    /**
     * A page that leads on by itself.
     *
     * @param text the name of what it says meanwhile
     */
    public Reply leading(Call call, String target, String text) {
        String nonce = random.base64url(NONCE_BYTES);
        return show(call, "leading.jte", Map.of("target", target, "said", text, "nonce", nonce), nonce);
    }

    /** A page that asks whether to go on as this person. */
    public Reply asking(Call call, String name, String state, String target) {
        return show(
                call,
                "asking.jte",
                Map.of("name", name, "state", state, "target", target, "action", callbackPath),
                random.base64url(NONCE_BYTES));
    }

    private Reply show(Call call, String template, Map<String, String> models, String nonce) {
        PageContext page = pages.context(call, callbackPath);
        return pages.show(200, page, template, models)
                .unkept()
                // With no referrer at all, browsers would not say that the answer comes from a page of this site.
                .with("Referrer-Policy", "same-origin")
                .with(
                        "Content-Security-Policy",
                        "default-src 'none'; script-src 'nonce-" + nonce + "'; style-src 'self'; img-src 'self';"
                                + " form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
    }
}

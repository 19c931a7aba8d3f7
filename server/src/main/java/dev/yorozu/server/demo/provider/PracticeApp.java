package dev.yorozu.server.demo.provider;

import dev.yorozu.secret.RandomTokens;

/**
 * The one app that the practice provider knows in one of its parts.
 *
 * @param redirectUri the only address that a code is ever sent to
 * @param startPath where the app begins a sign-in; a query may follow
 * @param home where the app shows who is signed in
 */
public record PracticeApp(String clientId, String clientSecret, String redirectUri, String startPath, String home) {
    /**
     * The app of this process at Discord, with a secret that lives as long as it does.
     *
     * @param host of the file that its page offers to share
     */
    public static PracticeApp discord(String origin, String mount, String host, RandomTokens random) {
        return new PracticeApp(
                "100000000000000000",
                random.base64url(24),
                origin + mount + "/api/auth/discord/callback",
                mount + "/api/auth/discord/start",
                mount + "/account?url=https%3A%2F%2F" + host + "%2Fphotos.zip&name=photos.zip");
    }

    /** The same at Patreon, where the page of the app begins a sign-in and ends it. */
    public static PracticeApp patreon(String origin, String page, RandomTokens random) {
        return new PracticeApp("practice-patreon", random.base64url(24), origin + page, page, page);
    }

    @Override
    public String toString() {
        return "PracticeApp[" + clientId + "]";
    }
}

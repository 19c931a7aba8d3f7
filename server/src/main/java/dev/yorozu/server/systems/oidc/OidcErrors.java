package dev.yorozu.server.systems.oidc;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * What people are told when they cannot be signed in: programs in JSON, people on a page that leads to another try. None tells
 * which check failed: that is in the log.
 *
 * @param mount below which a sign-in starts
 */
record OidcErrors(Pages pages, String mount) {
    private static final String TEXTS = "oidc.";

    /** Which host was asked is the client's word: it must not be able to make a fault of the server of it. */
    static final Problem WITHOUT_ORIGIN = new Problem(
            421,
            "not_configured",
            "This server does not know under which address people reach it: set systems.oidc.siteOrigin.");

    static final Problem UNREACHABLE =
            new Problem(502, "provider_unreachable", "The sign-in provider cannot be reached: try again soon.");
    static final Problem SLOW =
            new Problem(504, "provider_slow", "The sign-in provider did not answer in time: try again soon.");
    static final Problem ANOTHER_BROWSER = new Problem(
            400, "state_mismatch", "This sign-in was not started in this browser, or too long ago: start it again.");
    static final Problem WITHOUT_CODE =
            new Problem(400, "code_missing", "The provider sent no code along: start the sign-in again.");
    static final Problem USED_STATE =
            new Problem(400, "state_used", "This sign-in is over, or was used before: start it again.");
    static final Problem DENIED =
            new Problem(401, "denied", "The provider did not let you in: start the sign-in again to retry.");
    static final Problem REFUSED =
            new Problem(401, "refused", "What the provider sent cannot be trusted: start the sign-in again.");
    static final Problem NO_ROOM =
            new Problem(409, "overtaken", "All your sessions were just ended: start the sign-in again.");
    static final Problem NOT_SIGNED_IN = new Problem(401, "not_signed_in", "Nobody is signed in here: sign in first.");
    static final Problem FOREIGN_PAGE =
            new Problem(403, "foreign_origin", "Only pages of this site may do this: send its Origin.");
    static final Problem TOO_MANY = new Problem(429, "too_many_requests", "Too many requests: wait a little.");

    Reply tell(Call call, Problem problem) {
        return tell(call, problem, Optional.empty());
    }

    /** @param returnTo where the sign-in was to lead, so that the next one leads there too */
    Reply tell(Call call, Problem problem, Optional<String> returnTo) {
        if (!wantsPage(call)) {
            return problem.reply();
        }
        PageContext page = pages.context(call, mount + "/start");
        String again = mount + "/start"
                + returnTo.map(path -> "?returnTo=" + URLEncoder.encode(path, StandardCharsets.UTF_8))
                        .orElse("");
        boolean settings = problem.error().equals(Discovery.MISCONFIGURED);
        return problem.on(pages.show(
                problem.status(),
                page,
                "oidc.jte",
                Map.of("said", TEXTS + problem.error(), "again", again, "more", settings ? problem.message() : "")));
    }

    /** Browsers say that they take HTML; a program that does not ask for it gets JSON, and so does one that asks for that. */
    static boolean wantsPage(Call call) {
        boolean json = call.query("format").filter("json"::equalsIgnoreCase).isPresent();
        return !json
                && call.header("Accept")
                        .filter(accept -> accept.contains("text/html"))
                        .isPresent();
    }
}

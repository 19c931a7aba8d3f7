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

/** Tells who cannot be signed in why: programs in JSON, people on a page that leads to another try. */
record SignInProblems(Pages pages, String mount) {
    private static final String TEXTS = "oidc.";

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
        Reply shown = pages.show(
                problem.status(),
                page,
                "oidc.jte",
                Map.of("said", TEXTS + problem.error(), "again", again, "more", settings ? problem.message() : ""));
        for (Map.Entry<String, String> header : problem.headers().entrySet()) {
            shown = shown.with(header.getKey(), header.getValue());
        }
        return shown.unkept();
    }

    /** Browsers say that they take HTML; a program that does not ask for it gets JSON, and so does one that asks for that. */
    private static boolean wantsPage(Call call) {
        boolean json = call.query("format").filter("json"::equalsIgnoreCase).isPresent();
        return !json
                && call.header("Accept")
                        .filter(accept -> accept.contains("text/html"))
                        .isPresent();
    }
}

package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Links that an app's users share: they end by themselves, and where they lead is encrypted. */
record LinkRoutes(AppsAccess access, InstantSource clock) {
    static final String ACTION = "links";

    private static final int LONGEST_URL = 4096;
    private static final int LONGEST_NAME = 256;
    private static final int LONGEST_USER = 256;
    private static final int LONGEST_TOKEN = 8192;

    void declare(Routes routes) {
        routes.post("/apps/{app}/links", access.creating(ACTION, this::issue))
                .post("/apps/{app}/links/resolve", access.reading(ACTION, LinkRoutes::resolve))
                .post("/apps/{app}/links/delete", access.changing(ACTION, LinkRoutes::delete))
                .get("/apps/{app}/users/{user}/links", access.reading(ACTION, LinkRoutes::list));
    }

    private Reply issue(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String owner = fields.exact("user", LONGEST_USER);
        String url = fields.required("url", LONGEST_URL);
        Optional<String> name = fields.text("name", LONGEST_NAME);
        Optional<Duration> life = fields.seconds("life", OpenApp.LONGEST_LINK);
        fields.check();
        LinkRequest request = new LinkRequest(
                Optional.of(url),
                name,
                Optional.empty(),
                life.map(length -> LinkExpiry.of(clock.instant().plus(length))),
                Optional.of(app.links().owner(owner)));
        return switch (app.links().issue(request)) {
            case IssueResult.Issued issued ->
                AppsJson.reply(
                        201,
                        Document.empty()
                                .with("token", issued.shortToken())
                                .with("long_token", issued.token())
                                .with("expires_at", AppsJson.time(issued.ends())));
            case IssueResult.UrlRequired none -> throw AppsErrors.WRONG_URL.exception();
            case IssueResult.InvalidUrl invalid -> throw AppsErrors.WRONG_URL.exception();
            case IssueResult.HostNotAllowed other -> throw AppsErrors.WRONG_URL.exception();
            case IssueResult.InvalidEnd wrong -> throw AppsErrors.WRONG_URL.exception();
            case IssueResult.AlreadyOver over -> throw AppsErrors.WRONG_URL.exception();
            case IssueResult.NoFreeShort full -> throw AppsErrors.NO_FREE_TOKEN.exception();
        };
    }

    private static Reply resolve(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String token = fields.secret("token", LONGEST_TOKEN);
        fields.check();
        Document answer = app.links().resolve(token) instanceof ResolveResult.Resolved link
                ? Document.empty()
                        .with("found", true)
                        .with("url", link.url())
                        .with("name", link.name().full())
                        .with("expires_at", AppsJson.time(link.ends()))
                : Document.empty().with("found", false);
        return AppsJson.reply(answer);
    }

    private static Reply delete(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String owner = fields.exact("user", LONGEST_USER);
        String token = fields.secret("token", LONGEST_TOKEN);
        fields.check();
        return AppsJson.flag("deleted", app.links().delete(token, owner) instanceof DeleteResult.Deleted);
    }

    private static Reply list(Call call, OpenApp app) {
        Paging paging = Paging.of(call);
        return paging.reply(
                app.links().list(call.parameter("user"), paging.after(), paging.limit()),
                "links",
                link -> Document.empty()
                        .with("id", link.id())
                        .with("shown", link.shown())
                        .with("expires_at", AppsJson.time(link.ends())));
    }
}

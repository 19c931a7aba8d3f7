package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.FileName;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.discord.DiscordSettings.Rates;
import dev.yorozu.server.systems.discord.links.Disposition;
import dev.yorozu.server.systems.discord.links.LinkErrors;
import dev.yorozu.server.systems.discord.links.ShareLinkOperations;
import dev.yorozu.session.Session;
import java.util.Optional;
import java.util.OptionalDouble;

/** Share links for programs: made, opened and deleted. */
record ReceiveRoutes(BrowserSessions browsers, Optional<ShareLinkOperations> links, boolean requireSession) {
    void declare(Routes routes, DiscordAccess access) {
        access.changing(routes, "/api/receive/token", Rates.TOKEN, "receive-token", this::issue);
        access.reading(routes, "/api/receive/resolve", Rates.RESOLVE, "receive-resolve", this::resolve);
        access.changing(routes, "/api/receive/delete", Rates.DELETE, "receive-delete", this::delete);
    }

    private ShareLinkOperations operations() {
        return links.orElseThrow(DiscordErrors.NO_LINKS::exception);
    }

    private Reply issue(Call call, Document body) {
        ShareLinkOperations configured = operations();
        if (configured.address(call, "").isEmpty()) {
            throw DiscordErrors.NO_ORIGIN.exception();
        }
        Optional<LinkRequest.Owner> maker = browsers.find(call).map(ShareLinkOperations::maker);
        if (requireSession && maker.isEmpty()) {
            throw SessionRoutes.sessionRequired(browsers, call).exception();
        }
        LinkRequest draft =
                new LinkRequest(body.text("url"), body.text("name"), body.text("purpose"), validUntil(body), maker);
        return switch (configured.issue(call, draft)) {
            case IssueResult.Issued issued ->
                issued(issued, configured.address(call, issued.shortToken()).orElseThrow());
            case IssueResult refused ->
                throw LinkErrors.of(refused).orElseThrow().exception();
        };
    }

    private static Optional<LinkExpiry> validUntil(Document body) {
        OptionalDouble millis = body.real("validUntil");
        return millis.isPresent()
                ? Optional.of(LinkExpiry.of(millis.getAsDouble()))
                : body.text("validUntil").flatMap(LinkExpiry::read);
    }

    private static Reply issued(IssueResult.Issued issued, String address) {
        return DiscordJson.reply(DiscordJson.OK
                .with("token", issued.token())
                .with("shortToken", issued.shortToken())
                .with("shareUrl", address)
                .with("exp", issued.ends().toEpochMilli()));
    }

    private Reply resolve(Call call) {
        ResolveResult outcome =
                operations().open(call, call.query("t").orElse("").strip());
        Optional<Problem> refusal = LinkErrors.of(outcome);
        return switch (outcome) {
            case ResolveResult.Resolved resolved -> resolved(call, resolved);
            case ResolveResult.Expired expired -> DiscordErrors.expired(refusal.orElseThrow(), expired.ends());
            case ResolveResult refused -> throw refusal.orElseThrow().exception();
        };
    }

    private static Reply resolved(Call call, ResolveResult.Resolved resolved) {
        FileName name = resolved.name();
        if (call.query("redirect").filter("1"::equals).isPresent()) {
            return Reply.empty(302)
                    .with("Location", resolved.url())
                    .with("Content-Disposition", Disposition.attachment(name))
                    .unkept();
        }
        return DiscordJson.reply(DiscordJson.OK
                .with("url", resolved.url())
                .with("name", name.safe())
                .with("exp", resolved.ends().toEpochMilli())
                .with("purpose", resolved.purpose())
                .withIfPresent("fullName", Optional.of(name.full()).filter(full -> !full.equals(name.safe()))));
    }

    private Reply delete(Call call, Document body) {
        ShareLinkOperations configured = operations();
        String token = body.text("token").orElse("").strip();
        if (token.isEmpty()) {
            throw LinkErrors.TOKEN_REQUIRED.exception();
        }
        Optional<String> user = browsers.find(call).map(Session::user);
        return switch (configured.delete(call, user, token)) {
            case DeleteResult.Deleted deleted -> DiscordJson.reply(DiscordJson.OK);
            case DeleteResult.NotOwner other
            when user.isEmpty() ->
                throw SessionRoutes.sessionRequired(browsers, call).exception();
            case DeleteResult refused ->
                throw LinkErrors.of(refused).orElseThrow().exception();
        };
    }
}

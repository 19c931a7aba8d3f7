package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.FileName;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkExpiry;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.util.Optional;
import java.util.OptionalDouble;

/** Share links for programs: made, opened and deleted. */
final class ReceiveRoutes {
    private static final String NOT_FOUND = "Not Found: token not found";

    private final SessionRoutes sessions;
    private final Optional<AuditedLinks> links;
    private final boolean requireSession;

    ReceiveRoutes(SessionRoutes sessions, Optional<AuditedLinks> links, boolean requireSession) {
        this.sessions = sessions;
        this.links = links;
        this.requireSession = requireSession;
    }

    private static Reply off() {
        return Answers.error(500, "Share links are not configured: set RECEIVE_TOKEN_KEY");
    }

    Reply issue(Call call, Document body) {
        if (links.isEmpty()) {
            return off();
        }
        if (links.get().address(call, "").isEmpty()) {
            return Answers.error(500, "The site origin is not configured");
        }
        Optional<LinkRequest.Owner> maker = sessions.find(call).map(AuditedLinks::maker);
        if (requireSession && maker.isEmpty()) {
            return SessionRoutes.sessionRequired(call);
        }
        LinkRequest draft =
                new LinkRequest(body.text("url"), body.text("name"), body.text("purpose"), validUntil(body), maker);
        IssueResult outcome = links.get().issue(call, draft);
        return switch (outcome) {
            case IssueResult.Issued issued -> issued(call, issued);
            case IssueResult.HostNotAllowed other -> Answers.error(403, AuditedLinks.why(outcome));
            case IssueResult.NoFreeShort none -> Answers.error(503, AuditedLinks.why(outcome));
            case IssueResult.UrlRequired none -> Answers.error(400, AuditedLinks.why(outcome));
            case IssueResult.InvalidUrl wrong -> Answers.error(400, AuditedLinks.why(outcome));
            case IssueResult.InvalidEnd wrong -> Answers.error(400, AuditedLinks.why(outcome));
            case IssueResult.AlreadyOver over -> Answers.error(400, AuditedLinks.why(outcome));
        };
    }

    private static Optional<LinkExpiry> validUntil(Document body) {
        OptionalDouble millis = body.real("validUntil");
        return millis.isPresent()
                ? Optional.of(LinkExpiry.of(millis.getAsDouble()))
                : body.text("validUntil").flatMap(LinkExpiry::read);
    }

    private Reply issued(Call call, IssueResult.Issued issued) {
        String address = links.orElseThrow().address(call, issued.shortToken()).orElseThrow();
        return Answers.json(
                200,
                Answers.ok()
                        .with("token", issued.token())
                        .with("shortToken", issued.shortToken())
                        .with("shareUrl", address)
                        .with("exp", issued.ends().toEpochMilli()));
    }

    Reply resolve(Call call) {
        if (links.isEmpty()) {
            return off();
        }
        ResolveResult outcome =
                links.get().open(call, call.query("t").orElse("").strip());
        String code = AuditedLinks.code(outcome);
        return switch (outcome) {
            case ResolveResult.Resolved resolved -> resolved(call, resolved);
            case ResolveResult.TokenRequired none -> tokenRequired();
            case ResolveResult.NotFound none -> refused(404, code, NOT_FOUND);
            case ResolveResult.InvalidFormat wrong -> refused(400, code, "Bad Request: invalid token format");
            case ResolveResult.InvalidBytes wrong -> refused(400, code, "Bad Request: invalid token bytes");
            case ResolveResult.InvalidPayload wrong -> refused(400, code, "Bad Request: invalid payload");
            case ResolveResult.HostNotAllowed other -> refused(403, code, "Forbidden: download host not allowed");
            case ResolveResult.Expired expired ->
                Answers.json(
                        410,
                        error(code, "Link expired").with("exp", expired.ends().toEpochMilli()));
        };
    }

    private static Reply resolved(Call call, ResolveResult.Resolved resolved) {
        if (call.query("redirect").filter("1"::equals).isPresent()) {
            return Reply.empty(302)
                    .with("Location", resolved.url())
                    .with("Content-Disposition", Disposition.attachment(resolved.name()))
                    .unkept();
        }
        FileName name = resolved.name();
        return Answers.json(
                200,
                Answers.ok()
                        .with("url", resolved.url())
                        .with("name", name.safe())
                        .with("exp", resolved.ends().toEpochMilli())
                        .with("purpose", resolved.purpose())
                        .withIfPresent("fullName", Optional.of(name.full()).filter(full -> !full.equals(name.safe()))));
    }

    private static Reply tokenRequired() {
        return refused(400, "TOKEN_REQUIRED", "Bad Request: token required");
    }

    private static Reply refused(int status, String code, String error) {
        return Answers.json(status, error(code, error));
    }

    private static Document error(String code, String error) {
        return Document.empty().with("ok", false).with("error", error).with("code", code);
    }

    Reply delete(Call call, Document body) {
        if (links.isEmpty()) {
            return off();
        }
        String token = body.text("token").orElse("").strip();
        if (token.isEmpty()) {
            return tokenRequired();
        }
        Optional<String> user = sessions.find(call).map(Session::user);
        DeleteResult outcome = links.get().delete(call, user, token);
        String code = AuditedLinks.code(outcome);
        return switch (outcome) {
            case DeleteResult.Deleted deleted -> Answers.json(200, Answers.ok());
            case DeleteResult.NotFound none -> refused(404, code, NOT_FOUND);
            case DeleteResult.NotOwner other ->
                user.isPresent()
                        ? refused(403, code, "Forbidden: made by somebody else")
                        : SessionRoutes.sessionRequired(call);
        };
    }
}

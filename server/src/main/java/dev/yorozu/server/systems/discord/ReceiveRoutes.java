package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.link.Deletion;
import dev.yorozu.link.Draft;
import dev.yorozu.link.Issue;
import dev.yorozu.link.Resolution;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import java.util.Optional;

/** Share links: made, opened and deleted. */
final class ReceiveRoutes {
    /** The page of the site that opens a link; its short token follows. */
    static final String PAGE = "/receive?t=";

    private final Site site;
    private final SessionRoutes sessions;
    private final Optional<ShareLinks> links;
    private final boolean requireSession;
    private final AuditTrail audit;

    ReceiveRoutes(
            Site site, SessionRoutes sessions, Optional<ShareLinks> links, boolean requireSession, AuditTrail audit) {
        this.site = site;
        this.sessions = sessions;
        this.links = links;
        this.requireSession = requireSession;
        this.audit = audit;
    }

    private static Reply off() {
        return Answers.error(500, "Share links are not configured: set RECEIVE_TOKEN_KEY");
    }

    Reply issue(Call call, Document body) {
        Optional<String> origin = site.origin(call);
        if (links.isEmpty()) {
            return off();
        }
        if (origin.isEmpty()) {
            return Answers.error(500, "The site origin is not configured");
        }
        Optional<String> maker = sessions.find(call).map(Session::user);
        if (requireSession && maker.isEmpty()) {
            return SessionRoutes.sessionRequired(call);
        }
        Draft draft = new Draft(body.text("url"), body.text("name"), body.text("purpose"), validUntil(body), maker);
        return switch (links.get().issue(draft)) {
            case Issue.Issued issued -> issued(call, issued, maker, origin.get());
            case Issue.UrlRequired none -> refused(call, maker, 400, "Bad Request: url required");
            case Issue.InvalidUrl wrong -> refused(call, maker, 400, "Bad Request: invalid url");
            case Issue.HostNotAllowed other -> refused(call, maker, 403, "Forbidden: download host not allowed");
            case Issue.InvalidEnd wrong -> refused(call, maker, 400, "Bad Request: invalid validUntil");
            case Issue.AlreadyOver over -> refused(call, maker, 400, "Bad Request: validUntil is in the past");
            case Issue.NoFreeShort none -> refused(call, maker, 503, "Service Unavailable: no free short token");
        };
    }

    private static Optional<String> validUntil(Document body) {
        return body.number("validUntil").isPresent()
                ? Optional.of(Long.toString(body.number("validUntil").getAsLong()))
                : body.text("validUntil");
    }

    private Reply issued(Call call, Issue.Issued issued, Optional<String> maker, String origin) {
        audit.issued(call, maker, issued.mark(), issued.ends());
        return Answers.json(
                200,
                Answers.ok()
                        .with("token", issued.token())
                        .with("shortToken", issued.shortToken())
                        .with("shareUrl", origin + PAGE + issued.shortToken())
                        .with("exp", issued.ends().toEpochMilli()));
    }

    private Reply refused(Call call, Optional<String> maker, int status, String error) {
        audit.refusedLink(call, maker, "", error);
        return Answers.error(status, error);
    }

    Reply resolve(Call call) {
        if (links.isEmpty()) {
            return off();
        }
        String token = call.query("t").orElse("").strip();
        return switch (links.get().resolve(token)) {
            case Resolution.Resolved resolved -> resolved(call, resolved);
            case Resolution.TokenRequired none -> tokenRequired();
            case Resolution.NotFound none -> refused(call, token, 404, "TOKEN_NOT_FOUND", NOT_FOUND);
            case Resolution.InvalidFormat wrong ->
                refused(call, token, 400, "INVALID_FORMAT", "Bad Request: invalid token format");
            case Resolution.InvalidBytes wrong ->
                refused(call, token, 400, "INVALID_BYTES", "Bad Request: invalid token bytes");
            case Resolution.InvalidPayload wrong ->
                refused(call, token, 400, "INVALID_PAYLOAD", "Bad Request: invalid payload");
            case Resolution.HostNotAllowed other ->
                refused(call, token, 403, "HOST_NOT_ALLOWED", "Forbidden: download host not allowed");
            case Resolution.Expired expired -> {
                audit.refusedLink(call, Optional.empty(), token, "EXPIRED");
                yield Answers.json(
                        410,
                        error("EXPIRED", "Link expired")
                                .with("exp", expired.ends().toEpochMilli()));
            }
        };
    }

    private static final String NOT_FOUND = "Not Found: token not found";

    private Reply resolved(Call call, Resolution.Resolved resolved) {
        audit.resolved(call, resolved.mark());
        if (call.query("redirect").filter("1"::equals).isPresent()) {
            return Reply.empty(302).with("Location", resolved.url()).unkept();
        }
        return Answers.json(
                200,
                Answers.ok()
                        .with("url", resolved.url())
                        .with("name", resolved.name())
                        .with("exp", resolved.ends().toEpochMilli())
                        .with("purpose", resolved.purpose()));
    }

    private Reply refused(Call call, String token, int status, String code, String error) {
        audit.refusedLink(call, Optional.empty(), token, code);
        return Answers.json(status, error(code, error));
    }

    private static Reply tokenRequired() {
        return Answers.json(400, error("TOKEN_REQUIRED", "Bad Request: token required"));
    }

    private static Document error(String code, String error) {
        return Document.empty().with("ok", false).with("error", error).with("code", code);
    }

    Reply delete(Call call, Document body) {
        if (links.isEmpty()) {
            return off();
        }
        Optional<String> user = sessions.find(call).map(Session::user);
        if (user.isEmpty()) {
            return SessionRoutes.sessionRequired(call);
        }
        String token = body.text("token").orElse("").strip();
        if (token.isEmpty()) {
            return tokenRequired();
        }
        return switch (links.get().delete(token, user.get())) {
            case Deletion.Deleted deleted -> {
                audit.deleted(call, user.get(), deleted.mark(), deleted.ends());
                yield Answers.json(200, Answers.ok());
            }
            case Deletion.NotFound none -> notDeleted(call, user, token, 404, "TOKEN_NOT_FOUND", NOT_FOUND);
            case Deletion.NotTheMaker other ->
                notDeleted(call, user, token, 403, "NOT_THE_MAKER", "Forbidden: made by somebody else");
        };
    }

    private Reply notDeleted(Call call, Optional<String> user, String token, int status, String code, String error) {
        audit.refusedLink(call, user, token, code);
        return Answers.json(status, error(code, error));
    }
}

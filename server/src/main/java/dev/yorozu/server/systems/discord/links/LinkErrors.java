package dev.yorozu.server.systems.discord.links;

import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.server.http.Problem;
import java.util.Map;
import java.util.Optional;

/** Why nothing came of what was asked of a share link. Opening and deleting are refused with a code for programs. */
public final class LinkErrors {
    public static final Problem TOKEN_REQUIRED = coded(400, "TOKEN_REQUIRED", "Bad Request: token required");

    private static final Problem NOT_FOUND = coded(404, "TOKEN_NOT_FOUND", "Not Found: token not found");
    private static final String OTHER_HOST = "Forbidden: download host not allowed";

    private LinkErrors() {}

    /** Empty for a link that was made. */
    public static Optional<Problem> of(IssueResult outcome) {
        return switch (outcome) {
            case IssueResult.Issued issued -> Optional.empty();
            case IssueResult.UrlRequired none -> refused(400, "url_required", "Bad Request: url required");
            case IssueResult.InvalidUrl wrong -> refused(400, "invalid_url", "Bad Request: invalid url");
            case IssueResult.HostNotAllowed other -> refused(403, "host_not_allowed", OTHER_HOST);
            case IssueResult.InvalidEnd wrong -> refused(400, "invalid_end", "Bad Request: invalid validUntil");
            case IssueResult.AlreadyOver over -> refused(400, "already_over", "Bad Request: validUntil is in the past");
            case IssueResult.NoFreeShort none ->
                refused(503, "no_free_short", "Service Unavailable: no free short token");
        };
    }

    /** Empty for a link that can be opened. */
    public static Optional<Problem> of(ResolveResult outcome) {
        return switch (outcome) {
            case ResolveResult.Resolved found -> Optional.empty();
            case ResolveResult.TokenRequired none -> Optional.of(TOKEN_REQUIRED);
            case ResolveResult.NotFound none -> Optional.of(NOT_FOUND);
            case ResolveResult.InvalidFormat wrong ->
                Optional.of(coded(400, "INVALID_FORMAT", "Bad Request: invalid token format"));
            case ResolveResult.InvalidBytes wrong ->
                Optional.of(coded(400, "INVALID_BYTES", "Bad Request: invalid token bytes"));
            case ResolveResult.InvalidPayload wrong ->
                Optional.of(coded(400, "INVALID_PAYLOAD", "Bad Request: invalid payload"));
            case ResolveResult.HostNotAllowed other -> Optional.of(coded(403, "HOST_NOT_ALLOWED", OTHER_HOST));
            case ResolveResult.Expired expired -> Optional.of(coded(410, "EXPIRED", "Link expired"));
        };
    }

    /** Empty for a link that was deleted. */
    public static Optional<Problem> of(DeleteResult outcome) {
        return switch (outcome) {
            case DeleteResult.Deleted deleted -> Optional.empty();
            case DeleteResult.NotFound none -> Optional.of(NOT_FOUND);
            case DeleteResult.NotOwner other ->
                Optional.of(coded(403, "NOT_THE_MAKER", "Forbidden: made by somebody else"));
        };
    }

    private static Optional<Problem> refused(int status, String error, String message) {
        return Optional.of(new Problem(status, error, message));
    }

    private static Problem coded(int status, String code, String message) {
        return new Problem(status, code, message).detailing(Map.of("code", code));
    }
}

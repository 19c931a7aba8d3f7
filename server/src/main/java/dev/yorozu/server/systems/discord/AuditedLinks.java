package dev.yorozu.server.systems.discord;

import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.systems.discord.account.Links;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Share links of which all is written down, whether a program or a page asked. */
final class AuditedLinks implements Links {
    /** The page of the site that opens a link; its short token follows. */
    private static final String PAGE = "/receive?t=";

    private final ShareLinks links;
    private final List<String> hosts;
    private final Duration longestLife;
    private final Site site;
    private final AuditTrail audit;

    AuditedLinks(Settings settings, ShareLinks links, Site site, AuditTrail audit) {
        this.links = links;
        this.hosts = settings.value(ReceiveSettings.HOSTS);
        this.longestLife = settings.value(ReceiveSettings.MAX_LIFE);
        this.site = site;
        this.audit = audit;
    }

    @Override
    public List<String> hosts() {
        return hosts;
    }

    @Override
    public Duration longestLife() {
        return longestLife;
    }

    @Override
    public IssueResult issue(Call call, LinkRequest draft) {
        IssueResult outcome = links.issue(draft);
        Optional<String> maker = draft.owner().map(LinkRequest.Owner::user);
        if (outcome instanceof IssueResult.Issued issued) {
            audit.issued(call, maker, issued.mark(), issued.ends());
        } else {
            audit.refusedLink(call, maker, "", why(outcome));
        }
        return outcome;
    }

    /** Somebody who is signed in, as the maker of links. */
    static LinkRequest.Owner maker(Session own) {
        return new LinkRequest.Owner(own.user(), own.sid().orElseThrow());
    }

    /** Why there is no link, as programs are told. */
    static String why(IssueResult outcome) {
        return switch (outcome) {
            case IssueResult.Issued issued -> "";
            case IssueResult.UrlRequired none -> "Bad Request: url required";
            case IssueResult.InvalidUrl wrong -> "Bad Request: invalid url";
            case IssueResult.HostNotAllowed other -> "Forbidden: download host not allowed";
            case IssueResult.InvalidEnd wrong -> "Bad Request: invalid validUntil";
            case IssueResult.AlreadyOver over -> "Bad Request: validUntil is in the past";
            case IssueResult.NoFreeShort none -> "Service Unavailable: no free short token";
        };
    }

    @Override
    public ResolveResult look(String token) {
        return links.resolve(token);
    }

    @Override
    public ResolveResult open(Call call, String token) {
        ResolveResult outcome = links.resolve(token);
        if (outcome instanceof ResolveResult.Resolved found) {
            audit.resolved(call, found.mark());
        } else if (!(outcome instanceof ResolveResult.TokenRequired)) {
            audit.refusedLink(call, Optional.empty(), token, code(outcome));
        }
        return outcome;
    }

    /** The code that programs are told when a token leads nowhere. */
    static String code(ResolveResult outcome) {
        return switch (outcome) {
            case ResolveResult.Resolved found -> "";
            case ResolveResult.TokenRequired none -> "TOKEN_REQUIRED";
            case ResolveResult.NotFound none -> "TOKEN_NOT_FOUND";
            case ResolveResult.InvalidFormat wrong -> "INVALID_FORMAT";
            case ResolveResult.InvalidBytes wrong -> "INVALID_BYTES";
            case ResolveResult.InvalidPayload wrong -> "INVALID_PAYLOAD";
            case ResolveResult.HostNotAllowed other -> "HOST_NOT_ALLOWED";
            case ResolveResult.Expired expired -> "EXPIRED";
        };
    }

    @Override
    public DeleteResult delete(Call call, Optional<String> user, String token) {
        DeleteResult outcome = user.isPresent() ? links.delete(token, user.get()) : links.delete(token);
        return noted(call, user, token, outcome);
    }

    @Override
    public List<ListedLink> list(Session own) {
        return links.list(maker(own));
    }

    @Override
    public DeleteResult deleteListed(Call call, Session own, String id) {
        return noted(call, Optional.of(own.user()), "", links.deleteListed(id, own.user()));
    }

    private DeleteResult noted(Call call, Optional<String> user, String token, DeleteResult outcome) {
        if (outcome instanceof DeleteResult.Deleted deleted) {
            audit.deleted(call, user, deleted.mark(), deleted.ends());
        } else {
            audit.refusedLink(call, user, token, code(outcome));
        }
        return outcome;
    }

    /** The code that programs are told when a link is not deleted. */
    static String code(DeleteResult outcome) {
        return switch (outcome) {
            case DeleteResult.Deleted deleted -> "";
            case DeleteResult.NotFound none -> "TOKEN_NOT_FOUND";
            case DeleteResult.NotOwner other -> "NOT_THE_MAKER";
        };
    }

    @Override
    public Optional<String> address(Call call, String shortToken) {
        return site.origin(call).map(origin -> origin + PAGE + shortToken);
    }
}

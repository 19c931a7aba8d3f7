package dev.yorozu.server.systems.discord;

import dev.yorozu.link.Deletion;
import dev.yorozu.link.Draft;
import dev.yorozu.link.Issue;
import dev.yorozu.link.MadeLink;
import dev.yorozu.link.Resolution;
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
    public Issue issue(Call call, Draft draft) {
        Issue outcome = links.issue(draft);
        Optional<String> maker = draft.maker().map(Draft.Maker::user);
        if (outcome instanceof Issue.Issued issued) {
            audit.issued(call, maker, issued.mark(), issued.ends());
        } else {
            audit.refusedLink(call, maker, "", why(outcome));
        }
        return outcome;
    }

    /** Somebody who is signed in, as the maker of links. */
    static Draft.Maker maker(Session own) {
        return new Draft.Maker(own.user(), own.sid().orElseThrow());
    }

    /** Why there is no link, as programs are told. */
    static String why(Issue outcome) {
        return switch (outcome) {
            case Issue.Issued issued -> "";
            case Issue.UrlRequired none -> "Bad Request: url required";
            case Issue.InvalidUrl wrong -> "Bad Request: invalid url";
            case Issue.HostNotAllowed other -> "Forbidden: download host not allowed";
            case Issue.InvalidEnd wrong -> "Bad Request: invalid validUntil";
            case Issue.AlreadyOver over -> "Bad Request: validUntil is in the past";
            case Issue.NoFreeShort none -> "Service Unavailable: no free short token";
        };
    }

    @Override
    public Resolution look(String token) {
        return links.resolve(token);
    }

    @Override
    public Resolution open(Call call, String token) {
        Resolution outcome = links.resolve(token);
        if (outcome instanceof Resolution.Resolved found) {
            audit.resolved(call, found.mark());
        } else if (!(outcome instanceof Resolution.TokenRequired)) {
            audit.refusedLink(call, Optional.empty(), token, code(outcome));
        }
        return outcome;
    }

    /** The code that programs are told when a token leads nowhere. */
    static String code(Resolution outcome) {
        return switch (outcome) {
            case Resolution.Resolved found -> "";
            case Resolution.TokenRequired none -> "TOKEN_REQUIRED";
            case Resolution.NotFound none -> "TOKEN_NOT_FOUND";
            case Resolution.InvalidFormat wrong -> "INVALID_FORMAT";
            case Resolution.InvalidBytes wrong -> "INVALID_BYTES";
            case Resolution.InvalidPayload wrong -> "INVALID_PAYLOAD";
            case Resolution.HostNotAllowed other -> "HOST_NOT_ALLOWED";
            case Resolution.Expired expired -> "EXPIRED";
        };
    }

    @Override
    public Deletion delete(Call call, Optional<String> user, String token) {
        Deletion outcome = user.isPresent() ? links.delete(token, user.get()) : links.delete(token);
        return noted(call, user, token, outcome);
    }

    @Override
    public List<MadeLink> made(Session own) {
        return links.made(maker(own));
    }

    @Override
    public Deletion deleteMade(Call call, Session own, String id) {
        return noted(call, Optional.of(own.user()), "", links.deleteMade(id, own.user()));
    }

    private Deletion noted(Call call, Optional<String> user, String token, Deletion outcome) {
        if (outcome instanceof Deletion.Deleted deleted) {
            audit.deleted(call, user, deleted.mark(), deleted.ends());
        } else {
            audit.refusedLink(call, user, token, code(outcome));
        }
        return outcome;
    }

    /** The code that programs are told when a link is not deleted. */
    static String code(Deletion outcome) {
        return switch (outcome) {
            case Deletion.Deleted deleted -> "";
            case Deletion.NotFound none -> "TOKEN_NOT_FOUND";
            case Deletion.NotTheMaker other -> "NOT_THE_MAKER";
        };
    }

    @Override
    public Optional<String> address(Call call, String shortToken) {
        return site.origin(call).map(origin -> origin + PAGE + shortToken);
    }
}

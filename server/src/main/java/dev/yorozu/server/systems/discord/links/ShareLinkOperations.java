package dev.yorozu.server.systems.discord.links;

import dev.yorozu.audit.Event;
import dev.yorozu.link.DeleteResult;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ListedLink;
import dev.yorozu.link.RedactedLink;
import dev.yorozu.link.ResolveResult;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.access.browser.SignInSite;
import dev.yorozu.server.http.Call;
import dev.yorozu.session.Session;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What people and programs do with share links, each written down: tokens only shortened.
 *
 * @param policy says which hosts files may lie at, and how long a link lives
 */
public record ShareLinkOperations(
        ShareLinks links, LinkPolicy policy, SignInSite site, Function<Call, Client> clients, AuditTrail audit) {
    /** The page of the site that opens a link; its short token follows. */
    private static final String PAGE = "/receive?t=";

    public IssueResult issue(Call call, LinkRequest draft) {
        IssueResult outcome = links.issue(draft);
        Optional<String> maker = draft.owner().map(LinkRequest.Owner::user);
        if (outcome instanceof IssueResult.Issued issued) {
            audit.appendBeginning(event(call, "issue", issued.mark()).by(maker), issued.ends());
        } else {
            refused(call, maker, "", LinkErrors.of(outcome).orElseThrow().message());
        }
        return outcome;
    }

    /** Somebody who is signed in, as the maker of links. */
    public static LinkRequest.Owner maker(Session own) {
        return new LinkRequest.Owner(own.user(), own.sid().orElseThrow());
    }

    /** What a token leads to, for its maker: not written down as opened. */
    public ResolveResult look(String token) {
        return links.resolve(token);
    }

    /** What a token leads to, for whoever opens it. */
    public ResolveResult open(Call call, String token) {
        ResolveResult outcome = links.resolve(token);
        if (outcome instanceof ResolveResult.Resolved found) {
            audit.append(event(call, "resolve", found.mark()));
        } else if (!(outcome instanceof ResolveResult.TokenRequired)) {
            refused(
                    call,
                    Optional.empty(),
                    token,
                    LinkErrors.of(outcome).orElseThrow().error());
        }
        return outcome;
    }

    /** The links that somebody made and that live, the newest first. */
    public List<ListedLink> list(Session own) {
        return links.list(maker(own));
    }

    /** @param user empty for somebody who is not signed in */
    public DeleteResult delete(Call call, Optional<String> user, String token) {
        DeleteResult outcome = user.isPresent() ? links.delete(token, user.get()) : links.delete(token);
        return deleted(call, user, token, outcome);
    }

    /** Deletes a link of the list of its maker, by its id. */
    public DeleteResult deleteListed(Call call, Session own, String id) {
        return deleted(call, Optional.of(own.user()), "", links.deleteListed(id, own.user()));
    }

    private DeleteResult deleted(Call call, Optional<String> user, String token, DeleteResult outcome) {
        if (outcome instanceof DeleteResult.Deleted deleted) {
            audit.appendEnding(event(call, "delete", deleted.mark()).by(user), deleted.ends());
        } else {
            refused(call, user, token, LinkErrors.of(outcome).orElseThrow().error());
        }
        return outcome;
    }

    /** @param presented the token that was brought, or nothing where there is none yet */
    private void refused(Call call, Optional<String> user, String presented, String why) {
        String shown = presented.isEmpty() ? "" : RedactedLink.shown(presented);
        audit.append(audit.event(clients.apply(call), "refuse")
                .by(user)
                .about(shown, "")
                .ending(why));
    }

    private Event event(Call call, String action, RedactedLink mark) {
        return audit.event(clients.apply(call), action).about(mark.shown(), mark.reference());
    }

    /** The address that is sent to others; empty when nobody said where this site is. */
    public Optional<String> address(Call call, String shortToken) {
        return site.origin(call).map(origin -> origin + PAGE + shortToken);
    }
}

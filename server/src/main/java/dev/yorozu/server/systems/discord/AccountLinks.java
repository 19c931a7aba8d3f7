package dev.yorozu.server.systems.discord;

import dev.yorozu.link.Deletion;
import dev.yorozu.link.Draft;
import dev.yorozu.link.Issue;
import dev.yorozu.link.Resolution;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.systems.discord.account.Links;
import dev.yorozu.session.Session;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Share links for pages, written down as those of programs are. */
final class AccountLinks implements Links {
    private final ShareLinks links;
    private final List<String> hosts;
    private final Duration longestLife;
    private final Site site;
    private final AuditTrail audit;

    AccountLinks(Settings settings, ShareLinks links, Site site, AuditTrail audit) {
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
        if (outcome instanceof Issue.Issued issued) {
            audit.issued(call, draft.maker(), issued.mark(), issued.ends());
        } else {
            audit.refusedLink(call, draft.maker(), "", outcome.getClass().getSimpleName());
        }
        return outcome;
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
            audit.refusedLink(call, Optional.empty(), token, outcome.getClass().getSimpleName());
        }
        return outcome;
    }

    @Override
    public Deletion delete(Call call, Session own, String token) {
        Deletion outcome = links.delete(token, own.user());
        if (outcome instanceof Deletion.Deleted deleted) {
            audit.deleted(call, own.user(), deleted.mark(), deleted.ends());
        } else {
            audit.refusedLink(
                    call, Optional.of(own.user()), token, outcome.getClass().getSimpleName());
        }
        return outcome;
    }

    @Override
    public Optional<String> address(Call call, String shortToken) {
        return site.origin(call).map(origin -> origin + ReceiveRoutes.PAGE + shortToken);
    }
}

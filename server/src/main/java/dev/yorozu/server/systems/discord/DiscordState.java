package dev.yorozu.server.systems.discord;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.audit.Event;
import dev.yorozu.audit.Kind;
import dev.yorozu.link.IssueResult;
import dev.yorozu.link.LinkRequest;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.oauth.Grant;
import dev.yorozu.oauth.User;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.Optional;

/** What this system keeps, without its routes: for whoever fills a store with samples. */
public final class DiscordState {
    private final Sessions sessions;
    private final Optional<ShareLinks> links;
    private final AuditLog audit;
    private final InstantSource clock;

    private DiscordState(Sessions sessions, Optional<ShareLinks> links, AuditLog audit, InstantSource clock) {
        this.sessions = sessions;
        this.links = links;
        this.audit = audit;
        this.clock = clock;
    }

    public static DiscordState of(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        return new DiscordState(
                Capabilities.sessions(settings, store, random, clock),
                Capabilities.links(settings, store, random, clock),
                new AuditLog(store, AuditSettings.policy(settings), random, clock),
                clock);
    }

    /** Signs somebody in from nowhere in particular, as if the provider had just answered. */
    public void signIn(User user, Grant grant) {
        if (sessions.start(user.id(), SignIns.attributes(user, grant, clock.instant()))
                instanceof Start.Started started) {
            Session session = started.session();
            audit.append(event(Kind.SESSION, "sign-in", user.id()).about(session.publicId(), session.publicId()));
        }
    }

    /** Makes a share link; nothing is made where links are off or do not allow this one. */
    public void share(LinkRequest draft) {
        if (links.isPresent() && links.get().issue(draft) instanceof IssueResult.Issued issued) {
            Event event = event(
                            Kind.LINK,
                            "issue",
                            draft.owner().map(LinkRequest.Owner::user).orElse(""))
                    .about(issued.mark().shown(), issued.mark().reference());
            audit.appendBeginning(event, issued.ends());
        }
    }

    private Event event(Kind kind, String action, String user) {
        return Event.of(clock.instant(), kind, AuditTrail.SYSTEM, action).by(Optional.of(user));
    }
}

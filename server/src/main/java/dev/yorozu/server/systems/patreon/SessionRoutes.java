package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.io.IOException;

/** What the holder of a session asks: whether it counts, what it entitles to, and that it ends. */
final class SessionRoutes {
    private static final int MOST_BYTES = 4096;
    private static final int LONGEST_TOKEN = 2048;

    private final PatronAuthentication authentication;
    private final Sessions sessions;
    private final SessionTermination termination;
    private final PatreonTrail trail;
    private final Limits limits;
    private final Clients clients;

    SessionRoutes(
            PatronAuthentication authentication,
            Sessions sessions,
            SessionTermination termination,
            PatreonTrail trail,
            Limits limits,
            Clients clients) {
        this.authentication = authentication;
        this.sessions = sessions;
        this.termination = termination;
        this.trail = trail;
        this.limits = limits;
        this.clients = clients;
    }

    Reply validate(Call call) throws IOException {
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("session_token", LONGEST_TOKEN);
        fields.check();
        return Reply.json(200, PatreonJson.valid(authentication.bySession(token)))
                .unkept();
    }

    Reply license(Call call) {
        Session session = authentication.session(PatreonErrors.bearer(call));
        limits.byUser(PatreonSettings.SYNC_RATE, "sync", session.user());
        return Reply.json(200, PatreonJson.license(authentication.sync(session)))
                .unkept();
    }

    /** Whatever the token is, it opens nothing from now on: to end it twice is as good as once. */
    Reply revoke(Call call) {
        String token = PatreonErrors.bearer(call);
        sessions.find(token).ifPresent(session -> revoke(call, session));
        return Reply.json(200, new PatreonJson.Done(true, "Session revoked")).unkept();
    }

    private void revoke(Call call, Session session) {
        termination.endAnyway(session);
        trail.signedOut(clients.of(call), session.user(), session.publicId());
    }

    Reply revokeAll(Call call) {
        Session session = authentication.session(PatreonErrors.bearer(call));
        int count = termination.endAll(session.user());
        trail.endedAll(clients.of(call), session.user());
        return Reply.json(200, new PatreonJson.RevokedAll(true, "All sessions revoked", count))
                .unkept();
    }
}

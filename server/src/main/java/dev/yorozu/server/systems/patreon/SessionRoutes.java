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

    private final Admission admission;
    private final Sessions sessions;
    private final Licenses licenses;
    private final Departures departures;
    private final PatreonTrail trail;
    private final Clients clients;

    SessionRoutes(
            Admission admission,
            Sessions sessions,
            Licenses licenses,
            Departures departures,
            PatreonTrail trail,
            Clients clients) {
        this.admission = admission;
        this.sessions = sessions;
        this.licenses = licenses;
        this.departures = departures;
        this.trail = trail;
        this.clients = clients;
    }

    Reply validate(Call call) throws IOException {
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("session_token", LONGEST_TOKEN);
        fields.check();
        return Reply.json(200, PatreonJson.valid(admission.stay(token))).unkept();
    }

    Reply license(Call call) {
        return Reply.json(200, PatreonJson.license(licenses.sync(Bearer.of(call))))
                .unkept();
    }

    /** Whatever the token is, it opens nothing from now on: to end it twice is as good as once. */
    Reply revoke(Call call) {
        String token = Bearer.of(call);
        sessions.find(token).ifPresent(session -> revoke(call, session));
        return Reply.json(200, new PatreonJson.Done(true, "Session revoked")).unkept();
    }

    private void revoke(Call call, Session session) {
        departures.endAnyway(session);
        trail.signedOut(clients.of(call), session.user(), session.publicId());
    }

    Reply revokeAll(Call call) {
        Session session = admission.session(Bearer.of(call));
        int count = departures.endAll(session.user());
        trail.endedAll(clients.of(call), session.user());
        return Reply.json(200, new PatreonJson.RevokedAll(true, "All sessions revoked", count))
                .unkept();
    }
}

package dev.yorozu.server.systems.patreon;

import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import java.io.IOException;

/** What the holder of a session asks: whether it counts, what it entitles to, and that it ends. */
record SessionRoutes(
        Gate<Authenticated> gate,
        Settings settings,
        PatronAuthentication authentication,
        Sessions sessions,
        SessionTermination termination,
        AuditTrail trail) {
    private static final int MOST_BYTES = 4096;
    private static final int LONGEST_TOKEN = 2048;

    void declare(Routes routes) {
        WindowPolicy syncs = PatreonSettings.rate(settings, PatreonSettings.SYNC_RATE, "sync");
        routes.post("/api/session/validate", gate.open(this::validate));
        routes.withErrors(PatreonErrors.LICENSE_FORM)
                .get("/api/patreon/license-status", gate.open(call -> license(call, syncs)));
        routes.post("/api/patreon/revoke", gate.open(this::revoke));
        routes.post("/api/auth/logout", gate.open(this::revoke));
        routes.post("/api/patreon/revoke-all", gate.open(this::revokeAll));
    }

    private Reply validate(Call call) throws IOException {
        Fields fields = Fields.ofAnyText(call, MOST_BYTES);
        String token = fields.required("session_token", LONGEST_TOKEN);
        fields.check();
        Authenticated patron = authentication.authenticate(authentication.sessionCredential(token));
        return PatreonJson.reply(PatreonJson.valid(patron));
    }

    private Reply license(Call call, WindowPolicy syncs) {
        Session session = authentication.session(PatreonErrors.bearer(call));
        gate.count(syncs, session.user());
        return PatreonJson.reply(PatreonJson.license(authentication.sync(session)));
    }

    /** Whatever the token is, it opens nothing from now on: to end it twice is as good as once. */
    private Reply revoke(Call call) {
        String token = PatreonErrors.bearer(call);
        sessions.find(token).ifPresent(session -> revoke(call, session));
        return PatreonJson.reply(new PatreonJson.Done(true, "Session revoked"));
    }

    private void revoke(Call call, Session session) {
        termination.endAnyway(session);
        trail.signedOut(gate.client(call), session.user(), session.publicId());
    }

    private Reply revokeAll(Call call) {
        Session session = authentication.session(PatreonErrors.bearer(call));
        int count = termination.endAll(session.user());
        trail.revokedAll(gate.client(call), session.user());
        return PatreonJson.reply(new PatreonJson.RevokedAll(true, "All sessions revoked", count));
    }
}

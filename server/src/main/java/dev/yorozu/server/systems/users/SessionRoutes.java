package dev.yorozu.server.systems.users;

import dev.yorozu.account.HistoryEvent;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.token.TokenSessions;

/** What people see and end of their own sessions. */
record SessionRoutes(
        Gate<Caller> gate, Settings settings, TokenSessions logins, AuditTrail trail, AccountHistory history) {
    void declare(Routes routes) {
        WindowPolicy rate = UsersSettings.rate(settings, UsersSettings.SESSIONS_RATE, "sessions");
        routes.get("/sessions", gate.signedIn(rate, this::list));
        routes.delete("/sessions", gate.signedIn(rate, this::endAll));
        routes.delete("/sessions/{id}", gate.signedIn(this::end));
    }

    private Reply list(Call call, Caller caller) {
        return UsersJson.reply(UsersJson.sessions(logins.list(caller.user()), UsersJson.id(caller.session())));
    }

    /** Sessions are looked for among the caller's own, so that those of others are not there. */
    private Reply end(Call call, Caller caller) {
        String user = caller.user();
        String session = call.parameter("id");
        if (!logins.end(user, session)) {
            throw UsersErrors.NO_SUCH_SESSION.exception();
        }
        trail.revoked(gate.client(call), user, session);
        return UsersJson.reply(new UsersJson.Message("Session terminated successfully"));
    }

    private Reply endAll(Call call, Caller caller) {
        String user = caller.user();
        int ended = logins.endAll(user);
        trail.revokedAll(gate.client(call), user);
        history.add(user, HistoryEvent.Type.SIGNED_OUT_EVERYWHERE, gate.client(call), "");
        return UsersJson.reply(UsersJson.ended(ended));
    }
}

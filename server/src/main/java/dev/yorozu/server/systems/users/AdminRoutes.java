package dev.yorozu.server.systems.users;

import dev.yorozu.account.HistoryEvent;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.token.TokenSessions;
import java.time.InstantSource;
import java.util.UUID;

/**
 * What operators see and end of the sessions of others.
 *
 * @param keys says what the store holds
 */
record AdminRoutes(
        Gate<Caller> gate,
        TokenSessions logins,
        SessionCensus census,
        Endpoint keys,
        AuditTrail trail,
        AccountHistory history,
        InstantSource clock) {
    void declare(Routes routes) {
        routes.get("/admin/stats", gate.operator((call, operator) -> keys.answer(call)));
        routes.get("/admin/sessions/stats", gate.operator(this::statistics));
        routes.get("/admin/sessions/{user_id}", gate.operator(this::list));
        routes.delete("/admin/sessions/{user_id}", gate.operator(this::endAll));
    }

    private Reply statistics(Call call, Caller operator) {
        return UsersJson.reply(census.statistics());
    }

    private Reply list(Call call, Caller operator) {
        String user = user(call);
        return UsersJson.reply(UsersJson.documents(user, logins.list(user), clock.instant()));
    }

    private Reply endAll(Call call, Caller operator) {
        String user = user(call);
        int ended = logins.endAll(user);
        trail.byOperator(gate.client(call), operator.user(), "revoke-all", user, "all");
        history.add(user, HistoryEvent.Type.SIGNED_OUT_EVERYWHERE, gate.client(call), "");
        return UsersJson.reply(UsersJson.ended(ended));
    }

    /**
     * The user that the path names, spelled as in keys. Other programs keep sessions of users whom the directory does not
     * know, so that a UUID is enough.
     */
    private static String user(Call call) {
        return UsersAccess.uuid(call.parameter("user_id"))
                .map(UUID::toString)
                .orElseThrow(UsersErrors.NO_SUCH_USER::exception);
    }
}

package dev.yorozu.server.systems.users;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.token.TokenSessions;

/** What people see and end of their own sessions. */
final class SessionRoutes {
    private final Gate gate;
    private final TokenSessions logins;
    private final UserTrail trail;

    SessionRoutes(Gate gate, TokenSessions logins, UserTrail trail) {
        this.gate = gate;
        this.logins = logins;
        this.trail = trail;
    }

    Reply list(Call call, Caller caller) {
        return Reply.json(200, UsersJson.sessions(logins.list(caller.user()), UsersJson.id(caller.session())))
                .unkept();
    }

    /** Sessions are looked for among the caller's own, so that those of others are not there. */
    Reply end(Call call, Caller caller) {
        String user = caller.user();
        String session = call.parameter("id");
        if (!logins.end(user, session)) {
            throw UsersErrors.NO_SUCH_SESSION.exception();
        }
        trail.ended(gate.client(call), user, session);
        return Reply.json(200, new UsersJson.Message("Session terminated successfully"))
                .unkept();
    }

    Reply endAll(Call call, Caller caller) {
        String user = caller.user();
        int ended = logins.endAll(user);
        trail.endedAll(gate.client(call), user);
        return Reply.json(200, UsersJson.ended(ended)).unkept();
    }
}

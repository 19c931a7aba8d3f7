package dev.yorozu.server.systems.users;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Reply;
import dev.yorozu.token.TokenSessions;
import java.time.InstantSource;
import java.util.UUID;

/** What operators see and end of the sessions of others. */
final class AdminRoutes {
    private final Gate gate;
    private final TokenSessions logins;
    private final SessionCensus census;
    private final UserTrail trail;
    private final InstantSource clock;

    AdminRoutes(Gate gate, TokenSessions logins, SessionCensus census, UserTrail trail, InstantSource clock) {
        this.gate = gate;
        this.logins = logins;
        this.census = census;
        this.trail = trail;
        this.clock = clock;
    }

    Reply statistics(Call call, Caller operator) {
        return Reply.json(200, census.statistics()).unkept();
    }

    Reply list(Call call, Caller operator) {
        String user = user(call);
        return Reply.json(200, UsersJson.documents(user, logins.list(user), clock.instant()))
                .unkept();
    }

    Reply endAll(Call call, Caller operator) {
        String user = user(call);
        int ended = logins.endAll(user);
        trail.endedByOperator(gate.client(call), operator.user(), user);
        return Reply.json(200, UsersJson.ended(ended)).unkept();
    }

    /**
     * The user that the path names, spelled as in keys. Other programs keep sessions of users whom the directory does not
     * know, so that a UUID is enough.
     */
    private static String user(Call call) {
        return Gate.uuid(call.parameter("user_id"))
                .map(UUID::toString)
                .orElseThrow(UsersErrors.NO_SUCH_USER::exception);
    }
}

package dev.yorozu.server.access.browser;

import dev.yorozu.limit.Decision;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.RoundTrip;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds out who calls by the session in a cookie. Whoever has none may call too: what that means is up to the route.
 *
 * @param cookie the name of the cookie
 * @param tooMany what is answered to a client that asks too often
 */
public record BrowserAccess(Sessions sessions, Function<Call, String> cookie, Problem tooMany)
        implements AccessRules<Optional<Session>> {
    @Override
    public String misplacedKey() {
        return "A key of sign-in or sessions holds what it should not";
    }

    @Override
    public Problem tooMany(Decision denied) {
        return tooMany.with("Retry-After", Long.toString(Math.max(1, denied.retryAfterSeconds())));
    }

    @Override
    public RoundTrip.Answer<Optional<Session>> identify(RoundTrip trip, Call call) {
        Optional<String> sid = call.cookie(cookie.apply(call));
        return sid.isPresent() ? sessions.find(trip, sid.get()) : Optional::empty;
    }

    @Override
    public String user(Optional<Session> caller) {
        return caller.map(Session::user).orElse("");
    }
}

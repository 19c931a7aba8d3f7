package dev.yorozu.server.systems.users.profile;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.jwt.Verification;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.users.Caller;
import dev.yorozu.server.systems.users.Gate;
import dev.yorozu.server.systems.users.UsersErrors;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.TokenSessions;

/**
 * Lets those pass who are signed in and have not asked too often within the hour.
 *
 * <p>The signature comes first, since it says whose count it is and costs the store nothing. Then the count, what the store
 * has to say of the token, and what else the route asks for are a single trip. So a token that was revoked is counted too,
 * and refused. What could not be done because store or directory are out of reach is not held against anybody.
 */
final class Turnstile {
    private final Store store;
    private final Gate gate;
    private final TokenSessions logins;
    private final FixedWindow windows;
    private final LimitHeaders headers;

    Turnstile(Store store, Gate gate, TokenSessions logins, FixedWindow windows, LimitHeaders headers) {
        this.store = store;
        this.gate = gate;
        this.logins = logins;
        this.windows = windows;
        this.headers = headers;
    }

    /**
     * Somebody with a token whose signature holds.
     *
     * @param trip is sent when they {@linkplain #pass pass}; until then a route may ask for more with it
     * @param check what the store has to say of the token
     */
    record Arrival(String user, RoundTrip trip, RoundTrip.Answer<Authentication> check) {}

    /** Somebody who was let through. */
    record Passage(Caller caller, Decision decision) {}

    /** What is done for whoever was let through. */
    @FunctionalInterface
    interface Visit {
        Reply answer(Passage passage) throws Exception;
    }

    /** Without a token that this server has signed the call ends with status 401. */
    Arrival arrive(Call call) {
        Verification verification = logins.access().verify(gate.token(call));
        if (!(verification instanceof Verification.Valid valid)) {
            throw UsersErrors.INVALID_TOKEN.exception();
        }
        RoundTrip trip = new RoundTrip(store);
        return new Arrival(valid.jwt().subject(), trip, logins.access().check(trip, valid));
    }

    /** Counts one request under this limit, and answers it if it may pass. */
    Reply pass(Arrival arrival, WindowPolicy policy, Visit visit) throws Exception {
        RoundTrip.Answer<Decision> counted = windows.check(arrival.trip(), policy, arrival.user());
        arrival.trip().send();
        Caller caller = gate.admit(arrival.check().get());
        Decision decision = counted.get();
        if (!decision.allowed()) {
            throw headers.exceeded(policy, decision).exception();
        }
        try {
            return headers.on(visit.answer(new Passage(caller, decision)), policy, decision);
        } catch (ProblemException refused) {
            throw headers.on(refused.problem(), policy, decision).exception();
        } catch (DirectoryException | StoreException unreachable) {
            windows.giveBack(policy, arrival.user(), decision);
            throw unreachable;
        }
    }
}

package dev.yorozu.server.access;

import dev.yorozu.limit.Decision;
import dev.yorozu.limit.RateLimiter;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.io.IOException;
import java.util.Optional;

/**
 * What stands before the routes of a system: how often one may ask, who one must be, and whatever else the system checks, in
 * the order in which each route lists it. The {@link AccessRules} say what only the system knows.
 *
 * <p>Nobody is let in while the store is at fault. A route that asks the store for more than its caller does so with a
 * {@linkplain #trip trip} of its own, to which the count of its calls and the search for its caller are added; their answers
 * end the call in the order in which they are asked for. Safe for use by many threads.
 *
 * @param <C> who calls, as the routes of the system know them
 */
public final class Gate<C> {
    private final Store store;
    private final RateLimiter rates;
    private final ClientAddress addresses;
    private final Storage storage;
    private final AccessRules<C> rules;

    public Gate(Store store, RateLimiter rates, ClientAddress addresses, Storage storage, AccessRules<C> rules) {
        this.store = store;
        this.rates = rates;
        this.addresses = addresses;
        this.storage = storage;
        this.rules = rules;
    }

    /** Answers a call of somebody who is signed in. */
    @FunctionalInterface
    public interface Visit<C> {
        Reply answer(Call call, C caller) throws Exception;
    }

    public Client client(Call call) {
        return new Client(call, addresses, storage);
    }

    /** For everybody whose call passes these checks, which are made in their order. */
    public Endpoint open(Endpoint endpoint, Check... checks) {
        return sound(rules.misplacedKey(), Check.before(endpoint, checks));
    }

    /** For callers whom the system knows; the checks come first. */
    public Endpoint signedIn(Visit<C> visit, Check... checks) {
        return open(call -> visit.answer(call, RoundTrip.ask(store, trip -> rules.identify(trip, call))), checks);
    }

    /** For callers whom the system knows, each as often as the rate allows one user. */
    public Endpoint signedIn(WindowPolicy rate, Visit<C> visit, Check... checks) {
        return signedIn(
                (call, caller) -> {
                    count(rate, rules.user(caller));
                    return visit.answer(call, caller);
                },
                checks);
    }

    /** For callers who are operators. */
    public Endpoint operator(Visit<C> visit, Check... checks) {
        return signedIn(
                (call, caller) -> {
                    requireOperator(caller);
                    return visit.answer(call, caller);
                },
                checks);
    }

    /** For whoever calls, as often as the rate allows a client; the store is asked for both with one trip. */
    public Endpoint counted(WindowPolicy rate, Visit<C> visit) {
        return call -> {
            RoundTrip trip = trip();
            RoundTrip.Answer<Decision> counted = count(trip, rate, call);
            RoundTrip.Answer<C> caller = rules.identify(trip, call);
            trip.send();
            counted.get();
            return visit.answer(call, caller.get());
        };
    }

    /** What a route asks of the store with a trip, once it has read the call. */
    @FunctionalInterface
    public interface Asking<T> {
        RoundTrip.Answer<T> ask(RoundTrip trip) throws IOException;
    }

    /**
     * Counts a call under a rate and asks what else its route needs with the same trip. A call that the route finds malformed
     * is counted too, and is refused for the rate first.
     */
    public <T> T counted(WindowPolicy rate, Call call, Asking<T> asking) throws IOException {
        RoundTrip trip = trip();
        RoundTrip.Answer<Decision> counted = count(trip, rate, call);
        RoundTrip.Answer<T> answer;
        try {
            answer = asking.ask(trip);
        } catch (ProblemException malformed) {
            trip.send();
            counted.get();
            throw malformed;
        }
        trip.send();
        counted.get();
        return answer.get();
    }

    /** Lets a client pass as often as the rate allows. */
    public Check rate(WindowPolicy policy) {
        return call -> Optional.of(rates.check(policy, rules.counted(client(call))))
                .filter(decision -> !decision.allowed())
                .map(rules::tooMany);
    }

    /** A trip to the store for a call that asks more than how often its client may ask, and who it is. */
    public RoundTrip trip() {
        return new RoundTrip(store);
    }

    /** Counts a call of whoever is counted under this id, and ends one that is too many. */
    public Decision count(WindowPolicy policy, String id) {
        return require(rates.check(policy, id));
    }

    /** Counts a call under a rate with a trip; to ask for the answer ends a call that is one too many. */
    public RoundTrip.Answer<Decision> count(RoundTrip trip, WindowPolicy policy, Call call) {
        return count(trip, policy, rules.counted(client(call)));
    }

    /** As {@link #count(RoundTrip, WindowPolicy, Call)}, for whoever is counted under this id. */
    public RoundTrip.Answer<Decision> count(RoundTrip trip, WindowPolicy policy, String id) {
        return rates.check(trip, policy, id).map(this::require);
    }

    /** Ends the call where it is one too many. */
    public Decision require(Decision decision) {
        if (!decision.allowed()) {
            throw rules.tooMany(decision).exception();
        }
        return decision;
    }

    /** Ends the call of who is no operator. */
    public void requireOperator(C caller) {
        if (!rules.isOperator(caller)) {
            throw rules.forbidden().exception();
        }
    }

    /**
     * An endpoint to which keys that hold something else than its system keeps there are a fault of the store: there is nothing
     * that the caller could do about it.
     *
     * @param misplaced says so in the log
     */
    public static Endpoint sound(String misplaced, Endpoint endpoint) {
        return call -> {
            try {
                return endpoint.answer(call);
            } catch (StoreException.WrongType
                    | StoreException.NotANumber
                    | StoreException.NotAnObject
                    | StoreException.LimitExceeded garbage) {
                throw new StoreException.Unavailable(misplaced, garbage);
            }
        };
    }
}

package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.MaskedAddress;
import dev.yorozu.account.Role;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;

/** What stands before the routes: how often one may ask, and who one must be. Nothing passes while the store is at fault. */
final class Gate {
    private final Store store;
    private final Bearers bearers;
    private final ClientAddress addresses;
    private final Gcra rates;

    Gate(Store store, Bearers bearers, ClientAddress addresses, Gcra rates) {
        this.store = store;
        this.bearers = bearers;
        this.addresses = addresses;
        this.rates = rates;
    }

    /** Answers a call of somebody who is signed in. */
    @FunctionalInterface
    interface Visit {
        Reply answer(Call call, Caller caller) throws Exception;
    }

    Client client(Call call) {
        return new Client(addresses.id(call), MaskedAddress.of(addresses.of(call)));
    }

    /** For everybody, as often as the rate allows. */
    Endpoint limited(WindowPolicy rate, Endpoint endpoint) {
        return open(call -> {
            require(rates.check(rate, addresses.id(call)));
            return endpoint.answer(call);
        });
    }

    /** A trip to the store for a call that asks more than how often its client may ask. */
    RoundTrip trip() {
        return new RoundTrip(store);
    }

    /** Counts a call under a rate, on a trip of the caller's. */
    RoundTrip.Answer<Decision> count(RoundTrip trip, WindowPolicy rate, Call call) {
        return rates.check(trip, rate, addresses.id(call));
    }

    /** Ends the call where the rate is exceeded. */
    static void require(Decision decision) {
        if (!decision.allowed()) {
            throw TokenErrors.tooMany(decision.retryAfterSeconds()).exception();
        }
    }

    /** For whoever brings an access token that counts. */
    Endpoint signedIn(Visit visit) {
        return open(call -> visit.answer(call, bearers.require(call)));
    }

    /** For users who are operators now, whatever their token says. */
    Endpoint admin(Visit visit) {
        return signedIn((call, caller) -> {
            if (!caller.account().hasRole(Role.ADMIN)) {
                throw TokenErrors.NOT_ADMIN.exception();
            }
            return visit.answer(call, caller);
        });
    }

    /**
     * For everybody. Keys that hold something else than this system keeps there are a fault of the store to whoever calls:
     * there is nothing that they could do about it.
     */
    Endpoint open(Endpoint endpoint) {
        return call -> {
            try {
                return endpoint.answer(call);
            } catch (StoreException.WrongType | StoreException.NotANumber | StoreException.LimitExceeded garbage) {
                throw new StoreException.Unavailable("A key of the token store holds what it should not", garbage);
            }
        };
    }
}

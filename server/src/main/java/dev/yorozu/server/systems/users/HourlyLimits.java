package dev.yorozu.server.systems.users;

import dev.yorozu.account.DirectoryException;
import dev.yorozu.jwt.Verification;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.Durability;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.StoreException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lets those pass who are signed in and have not asked too often within the hour, and tells them what they have left.
 *
 * <p>The signature comes first, since it says whose count it is and costs the store nothing. Then the count, what the store
 * has to say of the token, and what else the route asks for are a single trip. So a token that was revoked is counted too,
 * and refused. What could not be done because store or directory are out of reach is not held against anybody.
 */
record HourlyLimits(
        Gate<Caller> gate, UsersAccess access, FixedWindow windows, Map<UserKeys.Endpoint, LimitHeaders> limits) {
    static HourlyLimits of(Host host, Gate<Caller> gate, UsersAccess access) {
        Map<UserKeys.Endpoint, LimitHeaders> limits = new EnumMap<>(UserKeys.Endpoint.class);
        for (UserKeys.Endpoint each : UserKeys.Endpoint.values()) {
            limits.put(each, new LimitHeaders(UsersSettings.hourly(host.settings(), each), host.clock()));
        }
        FixedWindow windows = new FixedWindow(host.store(), WindowLayout.USERS, host.clock(), Durability.DEFERRED);
        return new HourlyLimits(gate, access, windows, limits);
    }

    /** Answers a call of somebody whose token's signature holds, and who is still to be admitted. */
    @FunctionalInterface
    interface Visit {
        Reply answer(Call call, LimitedCall limited) throws Exception;
    }

    /** For callers who are signed in; which limit counts is said when they are admitted. */
    Endpoint limited(Visit visit) {
        return gate.open(call -> {
            LimitedCall limited = new LimitedCall(access.verified(call));
            try {
                return limited.told(visit.answer(call, limited));
            } catch (ProblemException refused) {
                throw limited.told(refused);
            } catch (DirectoryException | StoreException unreachable) {
                limited.giveBack();
                throw unreachable;
            }
        });
    }

    /** What becomes of one call. Belongs to one thread. */
    final class LimitedCall {
        private final String user;
        private final RoundTrip trip = gate.trip();
        private final RoundTrip.Answer<Caller> check;
        private @Nullable Counted counted;

        private record Counted(LimitHeaders limit, Decision decision) {}

        private LimitedCall(Verification.Valid verified) {
            this.user = verified.jwt().subject();
            this.check = access.check(trip, verified);
        }

        /** Who calls, as the token says; not to be believed before they are admitted. */
        UUID user() {
            return UUID.fromString(user);
        }

        /** Is sent when the caller is admitted; until then a route may ask for more with it. */
        RoundTrip trip() {
            return trip;
        }

        /** Counts one request under a limit, and ends the call of who may not pass. */
        Caller admit(UserKeys.Endpoint endpoint) {
            LimitHeaders limit = Objects.requireNonNull(limits.get(endpoint));
            RoundTrip.Answer<Decision> count = windows.check(trip, limit.policy(), user);
            trip.send();
            Caller caller = check.get();
            Decision decision = count.get();
            if (!decision.allowed()) {
                throw limit.exceeded(decision).exception();
            }
            counted = new Counted(limit, decision);
            return caller;
        }

        /** What is left to a caller who was admitted. */
        Decision decision() {
            if (counted == null) {
                throw new IllegalStateException("Nobody has been admitted yet");
            }
            return counted.decision();
        }

        private Reply told(Reply reply) {
            return counted == null ? reply : counted.limit().on(reply, counted.decision());
        }

        private ProblemException told(ProblemException refused) {
            return counted == null
                    ? refused
                    : counted.limit().on(refused.problem(), counted.decision()).exception();
        }

        private void giveBack() {
            if (counted != null) {
                windows.giveBack(counted.limit().policy(), user, counted.decision());
            }
        }
    }
}

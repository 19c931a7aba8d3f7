package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.Cached;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.membership.MembershipAnswer;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.seat.Check;
import dev.yorozu.seat.Seat;
import dev.yorozu.seat.SeatTokens;
import dev.yorozu.seat.Seats;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets in whoever brings the token of a session that lives, or a signed token that hangs on one.
 *
 * <p>What is none by its shape, or is not signed here, is refused without asking the store. What may be one costs one round
 * trip: for the session's own record, which alone decides, and for what is kept of its user. Only where nothing is kept,
 * Patreon is asked; a session whose access token Patreon refuses ends.
 */
final class Admission {
    private final Store store;
    private final Seats seats;
    private final Optional<SeatTokens> tokens;
    private final Cache<Patron> kept;
    private final Memberships memberships;
    private final SessionProfiles profiles;
    private final Departures departures;
    private final InstantSource clock;

    Admission(Store store, Capabilities core, Patrons patrons, Departures departures, InstantSource clock) {
        this.store = store;
        this.seats = core.seats();
        this.tokens = core.tokens();
        this.kept = core.kept();
        this.memberships = core.memberships();
        this.profiles = new SessionProfiles(patrons, clock);
        this.departures = departures;
        this.clock = clock;
    }

    /** Whoever has a session with this token. */
    Visitor bySession(String token) {
        return enter(session(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception));
    }

    /** Whoever brings the token of a session, or a signed one; what can be neither ends the call. */
    Arrival arrive(String token) {
        return session(token).or(() -> signed(token)).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }

    /** Whoever has a session with this token, and when that ends; by one question to the store too. */
    Stay stay(String token) {
        Seats.Lookup lookup = seats.lookup(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
        Arrival arrival = arrival(lookup);
        List<Read<?>> questions = new ArrayList<>(arrival.questions());
        questions.add(lookup.lifeQuestion());
        List<Object> answers;
        try {
            answers = store.readAll(questions);
        } catch (StoreException.WrongType garbage) {
            return stay(arrival.foundApart());
        }
        int last = answers.size() - 1;
        Visitor visitor = arrival.found(answers.subList(0, last).stream()
                .map(answer -> ((Optional<?>) answer).map(Bytes.class::cast))
                .toList());
        Optional<Life> life = ((Optional<?>) answers.get(last)).map(Life.class::cast);
        return new Stay(visitor, seats.endOf(visitor.seat(), life));
    }

    /** Whoever has been let in already, and when the session ends. */
    Stay stay(Visitor visitor) {
        return new Stay(visitor, seats.endOf(visitor.seat()));
    }

    /** @param end when the session of the visitor ends */
    record Stay(Visitor visitor, Instant end) {}

    private Optional<Arrival> session(String token) {
        return seats.lookup(token).map(this::arrival);
    }

    private Arrival arrival(Seats.Lookup lookup) {
        return new Arrival(
                Optional.empty(),
                List.of(lookup.question()),
                answers -> lookup.found(answers.getFirst()),
                lookup.keyPart());
    }

    private Optional<Arrival> signed(String token) {
        return tokens.map(signing -> signing.lookup(token))
                .flatMap(lookup -> lookup.keyPart()
                        .map(keyPart -> new Arrival(
                                lookup.signed(),
                                lookup.questions(),
                                answers -> lookup.found(answers) instanceof Check.Admitted admitted
                                        ? Optional.of(admitted.seat())
                                        : Optional.empty(),
                                keyPart)));
    }

    /** Lets somebody in, by one question to the store. */
    Visitor enter(Arrival arrival) {
        try {
            return arrival.found(store.readAll(arrival.questions()));
        } catch (StoreException.WrongType garbage) {
            return arrival.foundApart();
        }
    }

    /** A token that may let somebody in. The store has not been asked; what to ask it can travel with other questions. */
    final class Arrival {
        private final Optional<Jwt> jwt;
        private final List<Read<Optional<Bytes>>> session;
        private final Function<List<Optional<Bytes>>, Optional<Seat>> search;
        private final String keyPart;
        private final Cache<Patron>.Lookup patron;

        private Arrival(
                Optional<Jwt> jwt,
                List<Read<Optional<Bytes>>> session,
                Function<List<Optional<Bytes>>, Optional<Seat>> search,
                String keyPart) {
            this.jwt = jwt;
            this.session = session;
            this.search = search;
            this.keyPart = keyPart;
            this.patron = kept.lookup(keyPart);
        }

        /** What a signed token says, which is not to be believed before the store was asked; empty for a session's. */
        Optional<Jwt> jwt() {
            return jwt;
        }

        /** About the session, and, last, about its user. */
        List<Read<Optional<Bytes>>> questions() {
            List<Read<Optional<Bytes>>> questions = new ArrayList<>(session);
            questions.add(patron.question());
            return questions;
        }

        /** Whom the answers let in; the call ends where they let in nobody. */
        Visitor found(List<Optional<Bytes>> answers) {
            Seat seat = living(search.apply(answers.subList(0, session.size())), keyPart);
            return visitor(seat, () -> patron.found(answers.getLast(), () -> Optional.of(load(seat))));
        }

        /** As {@link #found}, where something lies at a key that does not belong there. */
        private Visitor foundApart() {
            Seat seat = living(search.apply(sessionOnly()), keyPart);
            return visitor(seat, () -> patron.find(() -> Optional.of(load(seat))));
        }

        private List<Optional<Bytes>> sessionOnly() {
            try {
                return store.readAll(session);
            } catch (StoreException.WrongType noSession) {
                throw PatreonErrors.SESSION_INVALID.exception();
            }
        }
    }

    /** The session with this token, for who asks Patreon itself about its user. */
    Seat seat(String token) {
        Seats.Lookup lookup = seats.lookup(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
        return listed(living(seats.find(token), lookup.keyPart()));
    }

    /** The session, unless its user signed in or ended all of them after it, and it was not found then. */
    private Seat listed(Seat seat) {
        if (!seats.list(seat)) {
            departures.forget(seat);
            throw PatreonErrors.SESSION_INVALID.exception();
        }
        return seat;
    }

    /** The user of a session that was found just now. */
    Patron patron(Seat seat) {
        return visitor(seat, () -> kept.get(seat.keyPart(), () -> Optional.of(load(seat))))
                .patron();
    }

    /** The session, unless there is none or its time is over. */
    private Seat living(Optional<Seat> found, String keyPart) {
        Seat seat = found.orElseThrow(() -> departures.over(keyPart).exception());
        if (seat.over(clock.instant())) {
            departures.end(seat);
            throw PatreonErrors.SESSION_EXPIRED.exception();
        }
        return seat;
    }

    private Visitor visitor(Seat seat, Supplier<Cached<Patron>> search) {
        try {
            Patron patron = search.get().value().orElseThrow();
            // Only somebody's hand can have put another user here; nobody is taken for another because of it.
            return new Visitor(seat, patron.user().equals(seat.user()) ? patron : load(seat));
        } catch (ProblemException refused) {
            throw refused(seat, refused.problem());
        }
    }

    private ProblemException refused(Seat seat, Problem problem) {
        boolean byPatreon = problem.equals(PatreonErrors.PATREON_TOKEN_EXPIRED);
        return (byPatreon ? departures.refused(seat) : problem).exception();
    }

    /** What is kept of a user is loaded at the first use of a session, and now and then: so each is found to be listed. */
    private Patron load(Seat seat) {
        listed(seat);
        return switch (memberships.of(seat.user(), seat.accessToken())) {
            case MembershipAnswer.Known known -> Patron.of(known.membership(), profiles.of(seat));
            case MembershipAnswer.Expired expired -> throw PatreonErrors.PATREON_TOKEN_EXPIRED.exception();
            case MembershipAnswer.Trouble trouble ->
                throw PatreonErrors.noIdentity(trouble.status()).exception();
        };
    }
}

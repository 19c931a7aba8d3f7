package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.Cached;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.membership.Patrons;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.ProviderResult;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Touch;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Authentication;
import dev.yorozu.token.TokenFamilies;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lets in whoever brings the token of a session that lives, or a signed token that hangs on one.
 *
 * <p>What is none by its shape, or is not signed here, is refused without asking the store. What may be one costs one round
 * trip: for the session's own record, which alone decides, and for what is kept of its user. Only where nothing is kept,
 * Patreon is asked; a session whose access token Patreon refuses ends.
 */
final class Admission {
    private final Store store;
    private final Sessions sessions;
    private final Optional<TokenFamilies> tokens;
    private final Cache<Patron> kept;
    private final Memberships memberships;
    private final SessionProfiles profiles;
    private final Departures departures;
    private final InstantSource clock;

    Admission(Store store, Capabilities core, Patrons patrons, Departures departures, InstantSource clock) {
        this.store = store;
        this.sessions = core.sessions();
        this.tokens = core.tokens();
        this.kept = core.kept();
        this.memberships = core.memberships();
        this.profiles = new SessionProfiles(patrons, clock);
        this.departures = departures;
        this.clock = clock;
    }

    /** Whoever has a session with this token. */
    Visitor bySession(String token) {
        return enter(bySid(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception));
    }

    /** Whoever brings the token of a session, or a signed one; what can be neither ends the call. */
    Arrival arrive(String token) {
        return bySid(token).or(() -> signed(token)).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }

    /** Whoever has a session with this token, and when that ends; by one question to the store too. */
    Stay stay(String token) {
        return stay(bySession(token));
    }

    /** Whoever has been let in already, and when the session ends: with its record, or with Patreon's access token. */
    Stay stay(Visitor visitor) {
        Instant record = visitor.session().endsAt();
        Instant access = GrantFields.PATREON.accessEnd(visitor.session()).orElse(record);
        return new Stay(visitor, record.isBefore(access) ? record : access);
    }

    /** @param end when the session of the visitor ends */
    record Stay(Visitor visitor, Instant end) {}

    private Optional<Arrival> bySid(String token) {
        return sessions.keyPart(token)
                .map(keyPart -> new Arrival(Optional.empty(), keyPart, trip -> sessions.find(trip, token)));
    }

    private Optional<Arrival> signed(String token) {
        return tokens.map(TokenFamilies::access).flatMap(access -> signed(access, access.verify(token)));
    }

    private static Optional<Arrival> signed(AccessTokens access, Verification verification) {
        return verification instanceof Verification.Valid valid
                ? access.sessionKeyPart(valid.jwt())
                        .map(keyPart -> new Arrival(
                                Optional.of(valid.jwt()),
                                keyPart,
                                trip -> access.check(trip, valid).map(Admission::session)))
                : Optional.empty();
    }

    private static Optional<Session> session(Authentication authentication) {
        return authentication instanceof Authentication.Granted granted ? granted.session() : Optional.empty();
    }

    /**
     * A token that may let somebody in. The store has not been asked.
     *
     * @param jwt what a signed token says, which is not to be believed before the store was asked; empty for a session's
     * @param keyPart what stands for the session in keys
     * @param search asks for the session
     */
    record Arrival(
            Optional<Jwt> jwt, String keyPart, Function<RoundTrip, RoundTrip.Answer<Optional<Session>>> search) {}

    /** Lets somebody in, by one question to the store. */
    Visitor enter(Arrival arrival) {
        return RoundTrip.ask(store, trip -> enter(trip, arrival));
    }

    /** As {@link #enter(Arrival)}, with a trip; the answer ends the call where nobody is let in. */
    RoundTrip.Answer<Visitor> enter(RoundTrip trip, Arrival arrival) {
        RoundTrip.Answer<Optional<Session>> found = arrival.search().apply(trip);
        RoundTrip.Answer<Session> session = RoundTrip.Answer.once(() -> living(found(found), arrival.keyPart()));
        RoundTrip.Answer<Cached<Patron>> patron =
                kept.find(trip, arrival.keyPart(), () -> Optional.of(load(session.get(), Optional.empty())));
        return RoundTrip.Answer.once(() -> visitor(session.get(), patron));
    }

    private static Optional<Session> found(RoundTrip.Answer<Optional<Session>> found) {
        try {
            return found.get();
        } catch (StoreException.WrongType noSession) {
            throw PatreonErrors.SESSION_INVALID.exception();
        }
    }

    /** The session with this token, for who asks Patreon itself about its user. */
    Session session(String token) {
        String keyPart = sessions.keyPart(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
        return listed(living(sessions.find(token), keyPart));
    }

    /** The session, unless its user signed in or ended all of them after it, and it was not found then. */
    private Session listed(Session session) {
        if (sessions.touch(session) instanceof Touch.Gone) {
            departures.forget(session);
            throw PatreonErrors.SESSION_INVALID.exception();
        }
        return session;
    }

    /**
     * The user of a session that was found just now.
     *
     * @param profile the user's profile as known from elsewhere, where the session names none
     */
    Patron patron(Session session, Optional<String> profile) {
        return visitor(session, () -> kept.get(session.keyPart(), () -> Optional.of(load(session, profile))))
                .patron();
    }

    /** The session, unless there is none or its time is over. */
    private Session living(Optional<Session> found, String keyPart) {
        Session session = found.orElseThrow(() -> departures.over(keyPart).exception());
        if (!session.grantsAccess(clock.instant())) {
            departures.end(session);
            throw PatreonErrors.SESSION_EXPIRED.exception();
        }
        return session;
    }

    private Visitor visitor(Session session, RoundTrip.Answer<Cached<Patron>> search) {
        try {
            Patron patron = search.get().value().orElseThrow();
            // Only somebody's hand can have put another user here; nobody is taken for another because of it.
            return new Visitor(
                    session, patron.user().equals(session.user()) ? patron : load(session, Optional.empty()));
        } catch (ProblemException refused) {
            throw refused(session, refused.problem());
        }
    }

    private ProblemException refused(Session session, Problem problem) {
        boolean byPatreon = problem.equals(PatreonErrors.PATREON_TOKEN_EXPIRED);
        return (byPatreon ? departures.refused(session) : problem).exception();
    }

    /** What is kept of a user is loaded at the first use of a session, and now and then: so each is found to be listed. */
    private Patron load(Session session, Optional<String> profile) {
        listed(session);
        return switch (memberships.of(session.user(), accessToken(session))) {
            case ProviderResult.Success<Membership> found -> Patron.of(found.value(), profiles.of(session, profile));
            case ProviderResult.Failed<Membership> failed ->
                throw PatreonErrors.noMembership(failed).exception();
        };
    }

    /** Patreon's access token, without which a record is no session. */
    static String accessToken(Session session) {
        return GrantFields.PATREON.accessToken(session).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }
}

package dev.yorozu.server.systems.patreon;

import dev.yorozu.cache.Cache;
import dev.yorozu.cache.Cached;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Verification;
import dev.yorozu.limit.Decision;
import dev.yorozu.membership.Membership;
import dev.yorozu.membership.Memberships;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.Client;
import dev.yorozu.server.http.Call;
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
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Authenticates a patron by the token of a session that lives, or by a signed token that hangs on one.
 *
 * <p>What is none by its shape, or is not signed here, is refused without asking the store. What may be one costs one round
 * trip: for the session's own record, which alone decides, and for what is kept of its user. Only where nothing is kept,
 * Patreon is asked; a session whose access token Patreon refuses ends.
 *
 * @param tokens empty where none are signed
 */
record PatronAuthentication(
        Store store,
        Sessions sessions,
        Optional<AccessTokens> tokens,
        Cache<Patron> kept,
        Memberships memberships,
        SessionProfiles profiles,
        SessionTermination termination,
        InstantSource clock)
        implements AccessRules<PatronAuthentication.Authenticated> {
    /** A patron whose session lives. */
    record Authenticated(Session session, Patron patron) {
        /** When the session ends: with its record, or with Patreon's access token. */
        Instant end() {
            Instant record = session.endsAt();
            Instant access = GrantFields.PATREON.accessEnd(session).orElse(record);
            return record.isBefore(access) ? record : access;
        }
    }

    /**
     * A token that may authenticate somebody. The store has not been asked.
     *
     * @param jwt what a signed token says, which is not to be believed before the store was asked; empty for a session's
     * @param keyPart what stands for the session in keys
     * @param search asks for the session
     */
    record Credential(
            Optional<Jwt> jwt, String keyPart, Function<RoundTrip, RoundTrip.Answer<Optional<Session>>> search) {}

    @Override
    public String misplacedKey() {
        return "A key of the Patreon relay holds what it should not";
    }

    @Override
    public Problem tooMany(Decision denied) {
        return PatreonErrors.tooMany(denied);
    }

    @Override
    public String counted(Client client) {
        return client.subject();
    }

    @Override
    public RoundTrip.Answer<Authenticated> identify(RoundTrip trip, Call call) {
        return authenticate(trip, sessionCredential(PatreonErrors.bearer(call)));
    }

    @Override
    public String user(Authenticated caller) {
        return caller.session().user();
    }

    /** The token of a session; what can be none ends the call. */
    Credential sessionCredential(String token) {
        return sessionToken(token).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }

    /** The token of a session, or a signed one; what can be neither ends the call. */
    Credential credential(String token) {
        return sessionToken(token).or(() -> signedToken(token)).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }

    private Optional<Credential> sessionToken(String token) {
        return sessions.keyPart(token)
                .map(keyPart -> new Credential(Optional.empty(), keyPart, trip -> sessions.find(trip, token)));
    }

    private Optional<Credential> signedToken(String token) {
        return tokens.flatMap(access -> access.verify(token) instanceof Verification.Valid valid
                ? access.sessionKeyPart(valid.jwt())
                        .map(keyPart -> new Credential(
                                Optional.of(valid.jwt()),
                                keyPart,
                                trip -> access.check(trip, valid).map(PatronAuthentication::session)))
                : Optional.empty());
    }

    private static Optional<Session> session(Authentication authentication) {
        return authentication instanceof Authentication.Granted granted ? granted.session() : Optional.empty();
    }

    /** Authenticates by one question to the store. */
    Authenticated authenticate(Credential credential) {
        return RoundTrip.ask(store, trip -> authenticate(trip, credential));
    }

    /** As {@link #authenticate(Credential)}, with a trip; the answer ends the call of who is not authenticated. */
    RoundTrip.Answer<Authenticated> authenticate(RoundTrip trip, Credential credential) {
        RoundTrip.Answer<Optional<Session>> found = credential.search().apply(trip);
        RoundTrip.Answer<Session> session = RoundTrip.Answer.once(() -> living(found(found), credential.keyPart()));
        RoundTrip.Answer<Cached<Patron>> patron =
                kept.find(trip, credential.keyPart(), () -> Optional.of(load(session.get(), Optional.empty())));
        return RoundTrip.Answer.once(() -> authenticated(session.get(), patron));
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
            termination.forget(session);
            throw PatreonErrors.SESSION_INVALID.exception();
        }
        return session;
    }

    /**
     * The user of a session that was found just now.
     *
     * @param profile the user's profile as known from elsewhere, where the session names none
     */
    Authenticated bySession(Session session, Optional<String> profile) {
        return authenticated(session, () -> kept.get(session.keyPart(), () -> Optional.of(load(session, profile))));
    }

    /** What Patreon says now of the user of this session; what was kept before is forgotten. */
    Membership sync(Session session) {
        Membership found = PatreonErrors.value(
                memberships.sync(session.user(), accessToken(session)),
                failed -> failed.isUnauthorized() ? termination.refused(session) : PatreonErrors.noMembership(failed));
        termination.forget(List.of(session.keyPart()));
        return found;
    }

    /** The session, unless there is none or its time is over. */
    private Session living(Optional<Session> found, String keyPart) {
        Session session = found.orElseThrow(() -> termination.reason(keyPart).exception());
        if (!session.grantsAccess(clock.instant())) {
            termination.end(session);
            throw PatreonErrors.SESSION_EXPIRED.exception();
        }
        return session;
    }

    private Authenticated authenticated(Session session, RoundTrip.Answer<Cached<Patron>> search) {
        try {
            Patron patron = search.get().value().orElseThrow();
            // Only an operator's hand can have put another user here; nobody is taken for another because of it.
            return new Authenticated(
                    session, patron.user().equals(session.user()) ? patron : load(session, Optional.empty()));
        } catch (ProblemException refused) {
            boolean byPatreon = refused.problem().equals(PatreonErrors.PATREON_TOKEN_EXPIRED);
            throw byPatreon ? termination.refused(session).exception() : refused;
        }
    }

    /** What is kept of a user is loaded at the first use of a session, and now and then: so each is found to be listed. */
    private Patron load(Session session, Optional<String> profile) {
        listed(session);
        Membership found =
                PatreonErrors.value(memberships.of(session.user(), accessToken(session)), PatreonErrors::noMembership);
        return Patron.of(found, profiles.of(session, profile));
    }

    /** Patreon's access token, without which a record is no session. */
    private static String accessToken(Session session) {
        return GrantFields.PATREON.accessToken(session).orElseThrow(PatreonErrors.SESSION_INVALID::exception);
    }
}

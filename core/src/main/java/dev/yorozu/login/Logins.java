package dev.yorozu.login;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.AccessTokens;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * The logins of one system: sessions whose holders carry two signed tokens. Safe for use by any number of threads and
 * servers.
 *
 * <p>The truth of a login is its session's record. An access token counts while its signature and claims hold, the session
 * that it names lives, and its id is not revoked: one signature and one round trip, and nothing is remembered between two
 * checks. An emptied store lets nobody in. Access and refresh tokens differ in their type, so that neither passes for the
 * other here, and in their audience, so that no server that checks tokens by itself takes a refresh token for an access
 * token. {@link Refreshing} says how a refresh token is spent, step by step.
 *
 * <p>A login ends with its record; from then on none of its tokens counts. Then its entry leaves the index, and last the
 * tokens that the record showed are revoked by their ids, for programs that look nowhere else. <i>A crash in between</i>
 * leaves tokens that are not revoked by id, and that no server here accepts. Where storage is hardened the record shows no
 * tokens, and only those that the user presents are revoked.
 */
public final class Logins {
    private final Store store;
    private final Sessions sessions;
    private final Issue issue;
    private final Refreshing refreshing;
    private final Revocations revocations;
    private final InstantSource clock;

    /**
     * @param sessions with an end of their own, and a life no shorter than the policy's longest refresh token
     * @param access how access tokens are signed and checked
     * @param refresh the same for refresh tokens, with another type and audience: {@link JwtPolicy#forIssuerAlone}
     */
    public Logins(
            Store store,
            Sessions sessions,
            Jwts access,
            Jwts refresh,
            LoginLayout layout,
            LoginPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        if (access.policy().type().equalsIgnoreCase(refresh.policy().type())
                || access.policy().audience().equals(refresh.policy().audience())) {
            throw new IllegalArgumentException("Access and refresh tokens need types and audiences of their own");
        }
        this.store = store;
        this.sessions = sessions;
        this.issue = new Issue(
                new AccessTokens(store, access, layout.revokedAccess(), clock),
                new AccessTokens(store, refresh, layout.revokedRefresh(), clock),
                layout,
                policy,
                storage,
                random);
        this.revocations = new Revocations(issue);
        this.refreshing = new Refreshing(store, sessions, issue, revocations, clock);
        this.clock = clock;
    }

    /**
     * Begins a login.
     *
     * @param remembered whether the user asks to stay signed in
     * @param attributes what the session keeps besides
     * @param claims what the access token says besides
     * @return empty when the session was overtaken by an end of all, or the user has as many as allowed and none is ended
     *     for another
     */
    public Optional<Tokens> signIn(String user, boolean remembered, Document attributes, Document claims) {
        Instant now = now();
        Instant end = issue.end(now, now, remembered).orElseThrow();
        AtomicReference<Issue.Pair> pair = new AtomicReference<>();
        Start start = sessions.start(user, end, sid -> {
            pair.set(issue.sign(user, sid, now, end, claims));
            return issue.with(Document.empty(), pair.get())
                    .withAll(attributes)
                    .with(issue.layout().remembered(), remembered);
        });
        if (!(start instanceof Start.Started started)) {
            return Optional.empty();
        }
        revocations.tryRevoke(started.ended());
        Issue.Pair issued = pair.get();
        return Optional.of(new Tokens(started.session(), issued.accessToken(), issued.refreshToken(), remembered));
    }

    /**
     * Spends a refresh token for a new pair of the same session.
     *
     * @param admits the claims of the user's new access token; empty when the user is not to be let in any more. May be
     *     asked more than once
     */
    public Refresh refresh(String token, Function<String, Optional<Document>> admits) {
        return refreshing.refresh(token, admits);
    }

    /** Checks an access token by one round trip; a text that is no token costs none. About once a minute it touches. */
    public Check check(String accessToken) {
        Lookup lookup = lookup(accessToken);
        return lookup.questions().isEmpty() ? lookup.found(List.of()) : lookup.found(store.readAll(lookup.questions()));
    }

    /** Checks signature and claims; what the store has to say can then be asked together with something else. */
    public Lookup lookup(String accessToken) {
        AccessTokens.Lookup token = issue.access().lookup(accessToken);
        Optional<Sessions.Lookup> session =
                token.signed().flatMap(jwt -> Issue.sid(jwt).flatMap(sid -> sessions.lookup(jwt.subject(), sid)));
        return new Lookup(token, session);
    }

    /** A check that the store has not been asked for yet. */
    public final class Lookup {
        private final AccessTokens.Lookup token;
        private final Optional<Sessions.Lookup> session;

        private Lookup(AccessTokens.Lookup token, Optional<Sessions.Lookup> session) {
            this.token = token;
            this.session = session;
        }

        /** What the token says, as far as signature and claims are concerned; empty when those do not hold. */
        public Optional<Jwt> signed() {
            return session.isEmpty() ? Optional.empty() : token.signed();
        }

        /** What to ask the store; nothing when the token is refused whatever the store says. */
        public List<Read<?>> questions() {
            if (session.isEmpty()) {
                return List.of();
            }
            List<Read<?>> questions = new ArrayList<>(token.questions());
            questions.add(session.get().question());
            return questions;
        }

        /** @param answers to the questions, in their order */
        public Check found(List<?> answers) {
            if (session.isEmpty()) {
                Verification unsigned =
                        token.signed().isPresent() ? Verification.invalid(Reason.CLAIMS) : token.found(List.of());
                return new Check.Refused(((Verification.Invalid) unsigned).reason());
            }
            int last = answers.size() - 1;
            Verification verification = token.found(answers.subList(0, last));
            if (verification instanceof Verification.Invalid invalid) {
                return new Check.Refused(invalid.reason());
            }
            Optional<Bytes> record = ((Optional<?>) answers.get(last)).map(Bytes.class::cast);
            return session.get()
                    .found(record)
                    .<Check>map(found -> admit(token.signed().orElseThrow(), found))
                    .orElseGet(() -> new Check.Refused(Reason.UNKNOWN));
        }
    }

    /** The session is used. Where that cannot be written down, the next request will. */
    private Check admit(Jwt jwt, Session session) {
        Touch touch;
        try {
            touch = sessions.touch(session);
        } catch (StoreException unreachable) {
            touch = new Touch.Fresh(session);
        }
        return switch (touch) {
            case Touch.Fresh fresh -> new Check.Admitted(new Caller(jwt, fresh.session()));
            case Touch.Touched touched -> new Check.Admitted(new Caller(jwt, touched.session()));
            case Touch.Ended ended -> new Check.Refused(Reason.UNKNOWN);
        };
    }

    /**
     * Ends the caller's session and revokes the tokens.
     *
     * @param refreshToken the caller's, where it was given; a text that is no refresh token of this user is ignored
     */
    public void logout(Caller caller, Optional<String> refreshToken) {
        Optional<Session> ended =
                sessions.take(caller.user(), caller.session().sid().orElseThrow());
        issue.access().revoke(caller.jwt().id(), caller.jwt().endsAt());
        Optional<Jwt> refresh =
                refreshToken.flatMap(token -> issue.refresh().lookup(token).signed());
        refresh.filter(jwt -> jwt.subject().equals(caller.user()))
                .ifPresent(jwt -> issue.refresh().revoke(jwt.id(), jwt.endsAt()));
        revocations.revoke(ended.stream().toList());
    }

    /** The access tokens alone, for operators who know no more than the id of one. */
    public AccessTokens accessTokens() {
        return issue.access();
    }

    /** The user's sessions that live, newest first; also those that another program wrote. */
    public List<Session> sessions(String user) {
        return sessions.list(user);
    }

    /** Ends a session of the user; true when it was alive. */
    public boolean end(String user, String sid) {
        Optional<Session> ended = sessions.take(user, sid);
        revocations.revoke(ended.stream().toList());
        return ended.isPresent();
    }

    /** Ends all sessions of a user, and says how many there were. */
    public int endAll(String user) {
        List<Session> ended = sessions.takeAll(user);
        revocations.revoke(ended);
        return ended.size();
    }

    /** Ends all sessions of a user but one, and says how many those were. */
    public int endAllBut(String user, String sid) {
        List<Session> ended = sessions.takeAllBut(user, sid);
        revocations.revoke(ended);
        return ended.size();
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}

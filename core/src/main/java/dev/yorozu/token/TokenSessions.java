package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.keyspace.UserKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.store.Batch;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Sessions whose holders carry two signed tokens, an access token for requests and a refresh token that renews both. Safe for
 * use by any number of threads and servers.
 *
 * <p>The truth of a login is its session's record, and an access token counts while it lives. Access and refresh tokens
 * differ in their type, so that neither passes for the other here, and in their audience, so that no server that checks
 * tokens by itself takes a refresh token for an access token.
 *
 * <p>{@link RefreshTokens} says how a refresh token is spent. It is signed and names its session, so that nothing needs to be
 * prepared for a successor. The step that counts is a change of the session's record, which keeps the digest of the token
 * that was spent, and the pair that came for it: as its current tokens, and sealed under the spent one where storage is
 * hardened. A token that is neither current nor just spent ends all sessions of its user, its own the last, so that <i>after
 * a crash</i> the token, presented again, is recognised again. Record and revocation are read at different moments: the
 * record before another's rotation, the revocation after it. So what looks current and revoked ends the session only while
 * the record has the version seen.
 *
 * <p>A login ends with its record; from then on none of its tokens counts. Then its entry leaves the index, and last the
 * tokens that the record showed are revoked by their ids, for programs that look nowhere else. <i>A crash in between</i>
 * leaves tokens that are not revoked by id, and that no server here accepts. Where storage is hardened the record shows no
 * tokens, and only those that the user presents are revoked.
 */
public final class TokenSessions implements Lineage {
    private static final int ID_BYTES = 16;

    /** The field of a session that says whether the user asked to stay signed in. */
    private static final String REMEMBERED = "remember_me";

    private final Store store;
    private final Sessions sessions;
    private final SessionClaims claims;
    private final AccessTokens access;
    private final AccessTokens refresh;
    private final SessionPairs pairs;
    private final RefreshPolicy policy;
    private final InstantSource clock;

    /**
     * @param sessions with an end of their own, and a life no shorter than the policy's longest refresh token
     * @param accessJwts how access tokens are signed and checked
     * @param refreshJwts the same for refresh tokens, with another type and audience: {@link JwtPolicy#forIssuerAlone}
     */
    public TokenSessions(
            Store store,
            Sessions sessions,
            Jwts accessJwts,
            Jwts refreshJwts,
            RefreshPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        if (accessJwts.policy().type().equalsIgnoreCase(refreshJwts.policy().type())
                || accessJwts.policy().audience().equals(refreshJwts.policy().audience())) {
            throw new IllegalArgumentException("Access and refresh tokens need types and audiences of their own");
        }
        RevocationLayout revokedAccess = RevocationLayout.byId(UserKeys.REVOKED_ACCESS, "true");
        RevocationLayout revokedRefresh = RevocationLayout.byId(UserKeys.REVOKED_REFRESH, "true");
        this.store = store;
        this.sessions = sessions;
        this.claims = SessionClaims.named(sessions);
        this.access = new AccessTokens(store, accessJwts, revokedAccess, Optional.of(claims), clock);
        this.refresh = new AccessTokens(store, refreshJwts, revokedRefresh, clock);
        this.pairs = new SessionPairs(storage, random);
        this.policy = policy;
        this.clock = clock;
    }

    public AccessTokens access() {
        return access;
    }

    /**
     * Begins a session.
     *
     * @param remembered whether the user asks to stay signed in
     * @param attributes what the session keeps besides
     * @param said what the access token says, with the user as its subject
     * @return empty when the session was overtaken by an end of all, or the user has as many as allowed and none is ended
     *     for another
     */
    public Optional<Issued> signIn(boolean remembered, Document attributes, Claims said) {
        Instant now = now();
        Instant end = end(now, now, remembered).orElseThrow();
        String sid = sessions.nextSid();
        Pair pair = sign(sid, now, end, said);
        Document record = pairs.with(Document.empty(), pair).withAll(attributes).with(REMEMBERED, remembered);
        Start start = sessions.start(new NewSession(said.subject(), sid, record).endingAt(end));
        if (!(start instanceof Start.Started started)) {
            return Optional.empty();
        }
        tryRevoke(sessions(started.ended()));
        return Optional.of(issued(started.session(), pair, end));
    }

    /** As exactly as records keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    /** When a pair ends that is issued now; empty when the login's absolute end is too near for another token. */
    private Optional<Instant> end(Instant now, Instant began, boolean remembered) {
        Instant end = policy.refreshEnd(now, began, remembered).truncatedTo(ChronoUnit.SECONDS);
        return end.isAfter(now) ? Optional.of(end) : Optional.empty();
    }

    private Pair sign(String sid, Instant now, Instant end, Claims said) {
        Document session = claims.of(said.subject(), sid);
        Document others = session.withAll(said.others().without(SessionClaims.SESSION));
        return new Pair(
                access.sign(allot(now, policy.accessEnd(now, end)), new Claims(said.subject(), others)),
                refresh.sign(allot(now, end), new Claims(said.subject(), session)));
    }

    private Access allot(Instant now, Instant end) {
        return new Access(pairs.random().hex(ID_BYTES), now, end);
    }

    /** @param end when the refresh token ends, and the session with it */
    private static Issued issued(Session session, Pair pair, Instant end) {
        Login login =
                new Login(session.user(), session.sid().orElseThrow(), session.createdAt(), session.lastSeenAt(), end);
        return new Issued(login, pair.accessToken(), pair.refreshToken(), Optional.of(session));
    }

    private static List<Session> sessions(List<Ended> ended) {
        return ended.stream().flatMap(each -> each.session().stream()).toList();
    }

    /**
     * Ends the session of a caller, and revokes the tokens.
     *
     * @param refreshToken the caller's, where it was given; a text that is no refresh token of this user is ignored
     */
    public void logout(Authentication.Granted caller, Optional<String> refreshToken) {
        Jwt jwt = caller.jwt();
        Optional<Session> ended = sessions.end(
                jwt.subject(), caller.session().flatMap(Session::sid).orElseThrow());
        Optional<Jwt> presented = refreshToken
                .flatMap(refresh::valid)
                .filter(token -> token.subject().equals(jwt.subject()));
        revoke(ended.stream().toList(), Stream.of(access.revoking(jwt), presented.flatMap(refresh::revoking)));
    }

    /** The user's sessions that live, newest first; also those that another program wrote. */
    public List<Session> list(String user) {
        return sessions.list(user);
    }

    /** Ends a session of the user; true when it was alive. */
    public boolean end(String user, String sid) {
        return revoked(sessions.end(user, sid).stream().toList()) > 0;
    }

    /**
     * Ends the session that a refresh token belongs or belonged to, and revokes the token.
     *
     * @return the session; empty when it did not live, or the text is no refresh token
     */
    public Optional<Session> end(String refreshToken) {
        Optional<Jwt> jwt = refreshClaims(refreshToken);
        Optional<Session> ended = jwt.flatMap(each -> sessions.end(
                each.subject(), each.claims().text(SessionClaims.SESSION).orElseThrow()));
        revoke(ended.stream().toList(), jwt.stream().map(refresh::revoking));
        return ended;
    }

    /** Ends all sessions of a user, and says how many there were. */
    public int endAll(String user) {
        return revoked(sessions(sessions.endAll(user)));
    }

    /** Ends all sessions of a user but one, and says how many those were. */
    public int endAllBut(String user, String sid) {
        return revoked(sessions(sessions.endAllBut(user, sid)));
    }

    private int revoked(List<Session> ended) {
        revoke(ended, Stream.empty());
        return ended.size();
    }

    /**
     * Revokes by their ids the tokens of sessions that have ended, as far as their records show them: what another program
     * wrote there may be no token of ours, nor is a digest one.
     */
    private void revoke(List<Session> ended, Stream<Optional<Batch>> further) {
        Stream<Optional<Batch>> shown = ended.stream()
                .flatMap(session -> Stream.of(
                        session.text(SessionPairs.ACCESS).flatMap(access::valid).flatMap(access::revoking),
                        session.text(SessionPairs.REFRESH)
                                .flatMap(refresh::valid)
                                .flatMap(refresh::revoking)));
        RoundTrip.commitAll(
                store, Stream.concat(further, shown).flatMap(Optional::stream).toList());
    }

    /** The same where the outcome does not depend on it: the sessions have ended, and no token of theirs counts here. */
    private void tryRevoke(List<Session> ended) {
        try {
            revoke(ended, Stream.empty());
        } catch (StoreException unreachable) {
            // Programs that look at nothing but the ids see the tokens end by themselves.
        }
    }

    @Override
    public RoundTrip.Answer<Optional<Presented>> present(RoundTrip trip, String token) {
        Optional<Presented> presented = presented(trip, token);
        return () -> presented;
    }

    /** As {@link #present}: a token says itself whose it is, and so what else to ask with the same trip. */
    public Optional<Presented> presented(RoundTrip trip, String token) {
        Optional<Attempt> attempt = refreshClaims(token).map(jwt -> new Attempt(token, jwt));
        attempt.ifPresent(each -> each.ask(trip));
        return attempt.map(Presented.class::cast);
    }

    /** What a refresh token says whose signature and claims hold; empty for any other text. The store is not asked. */
    public Optional<Jwt> refreshClaims(String token) {
        return refresh.valid(token).filter(jwt -> claims.keyPart(jwt).isPresent());
    }

    /** What refresh tokens say about themselves. */
    public JwtPolicy refreshJwtPolicy() {
        return refresh.policy();
    }

    /** Asks on a trip of the caller's whether a refresh token is the current one of its login; spends nothing. */
    public RoundTrip.Answer<Boolean> isCurrent(RoundTrip trip, String token) {
        Optional<Presented> presented = presented(trip, token);
        return () -> presented.filter(Presented::isCurrent).isPresent();
    }

    /** One presentation of one token. */
    private final class Attempt extends Presented {
        private final String token;
        private final Jwt jwt;
        private final Instant now = now();
        private RoundTrip.@Nullable Answer<Standing> asked;
        /** Signed once, however often concurrent writers have it look again. */
        private @Nullable Pair next;

        Attempt(String token, Jwt jwt) {
            super(jwt.subject(), jwt.claims().text(SessionClaims.SESSION).orElseThrow());
            this.token = token;
            this.jwt = jwt;
        }

        @Override
        public boolean isAdmissible() {
            return found() == Standing.CURRENT || found() == Standing.JUST_SPENT;
        }

        private void ask(RoundTrip trip) {
            RoundTrip.Answer<Boolean> revoked = refresh.objection(trip, jwt).map(Optional::isPresent);
            RoundTrip.Answer<Optional<Session>> record = sessions.find(trip, user(), login());
            asked = () -> look(revoked.get(), record.get());
        }

        @Override
        protected Standing look() {
            if (asked == null) {
                RoundTrip trip = new RoundTrip(store);
                ask(trip);
                trip.send();
            }
            Standing standing = Objects.requireNonNull(asked).get();
            asked = null;
            return standing;
        }

        private Standing look(boolean revoked, Optional<Session> record) {
            session = record;
            if (record.isEmpty()) {
                return revoked ? Standing.REVOKED : Standing.ENDED;
            }
            Session seen = record.get();
            if (!SessionPairs.isCurrent(seen.text(SessionPairs.REFRESH), token)) {
                Optional<Instant> spentAt = SessionPairs.spentAt(seen, token);
                if (spentAt.isEmpty() || !policy.inGrace(spentAt.get(), now)) {
                    return Standing.SPENT;
                }
                return pairs.cameFor(token, seen).isPresent() ? Standing.JUST_SPENT : Standing.ENDED;
            }
            if (revoked) {
                return Standing.REVOKED;
            }
            return end(now, seen.createdAt(), seen.lasting()).isPresent() ? Standing.CURRENT : Standing.ENDED;
        }

        @Override
        protected Optional<Issued> spend(Claims said) {
            Session seen = session.orElseThrow();
            Instant end = end(now, seen.createdAt(), seen.lasting()).orElseThrow();
            Pair pair = next == null ? sign(login(), now, end, said) : next;
            next = pair;
            Change change = sessions.change(
                    seen,
                    end,
                    record -> SessionPairs.isCurrent(record.text(SessionPairs.REFRESH), token)
                            ? Optional.of(pairs.with(record, pair, token, now))
                            : Optional.empty());
            if (!(change instanceof Change.Changed changed)) {
                return Optional.empty();
            }
            // The record knows that it was spent: nothing depends on this, and it need not wait for the disk.
            refresh.marking(jwt).ifPresent(batch -> RoundTrip.attempt(store, batch));
            return Optional.of(issued(changed.session(), pair, end));
        }

        @Override
        protected Issued successor(Claims said) {
            Session seen = session.orElseThrow();
            return issued(seen, pairs.cameFor(token, seen).orElseThrow(), seen.endsAt());
        }

        @Override
        protected int endReused() {
            List<Session> ended = new ArrayList<>(sessions(sessions.endAllBut(user(), login())));
            sessions.end(user(), login()).ifPresent(ended::add);
            tryRevoke(ended);
            return ended.size();
        }

        @Override
        protected boolean endRevoked() {
            if (session.isPresent() && !sessions.end(session.get())) {
                return false;
            }
            tryRevoke(session.stream().toList());
            return true;
        }
    }
}

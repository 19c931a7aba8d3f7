package dev.yorozu.token;

import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.session.Session;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The access tokens of one system: signed texts that the store can revoke. Safe for use by any number of threads and
 * servers.
 *
 * <p>A token counts while its signature and claims hold, it is not revoked by its id, it was not issued before the moment
 * from which on its user's tokens count, it is among those that its user has, and the session on which it hangs lives: what
 * of this applies to a system is said by its {@link RevocationLayout} and its {@link SessionClaims}. Checking costs one
 * signature and one round trip; a text that is no token costs none. Nothing is remembered between two checks, so that a
 * revocation counts from the next one on, on every server, and an emptied store grants no access. A fault of the store
 * escapes as an exception: authentication fails closed.
 */
public final class AccessTokens {
    private final Store store;
    private final Jwts jwts;
    private final RevocationLayout layout;
    private final Optional<SessionClaims> sessions;
    private final InstantSource clock;

    /** Tokens that hang on no session. */
    public AccessTokens(Store store, Jwts jwts, RevocationLayout layout, InstantSource clock) {
        this(store, jwts, layout, Optional.empty(), clock);
    }

    /** Tokens that hang on sessions, where it is said how they name them. */
    AccessTokens(
            Store store, Jwts jwts, RevocationLayout layout, Optional<SessionClaims> sessions, InstantSource clock) {
        this.store = store;
        this.layout = layout;
        this.sessions = sessions;
        this.clock = clock;
        this.jwts = jwts.accepting(jwt -> layout.isId(jwt.id())
                && layout.isUser(jwt.subject())
                && (sessions.isEmpty() || sessions.get().keyPart(jwt).isPresent()));
    }

    /** What these tokens say about themselves. */
    public JwtPolicy policy() {
        return jwts.policy();
    }

    /** The text of a token that was allotted. */
    public String sign(Access access, Claims claims) {
        if (!layout.isId(access.id()) || !layout.isUser(claims.subject())) {
            throw new IllegalArgumentException("A token cannot be revoked under such an id, or for such a user");
        }
        return jwts.sign(new Jwt(access.id(), claims.subject(), access.issuedAt(), access.endsAt(), claims.others()));
    }

    /** Checks signature and claims, without asking the store. */
    public Verification verify(String token) {
        return jwts.verify(token);
    }

    /** What a token says whose signature and claims hold; empty for any other text. The store is not asked. */
    Optional<Jwt> valid(String token) {
        return verify(token) instanceof Verification.Valid valid ? Optional.of(valid.jwt()) : Optional.empty();
    }

    /** Checks a token by one round trip; a text that is no token costs none. */
    public Authentication check(String token) {
        return RoundTrip.ask(store, trip -> check(trip, verify(token)));
    }

    /**
     * Asks the store whether a token still counts, on a trip of the caller's.
     *
     * @param verification what {@link #verify} said
     */
    public RoundTrip.Answer<Authentication> check(RoundTrip trip, Verification verification) {
        if (verification instanceof Verification.Invalid invalid) {
            return () -> new Authentication.Denied(invalid.reason());
        }
        Jwt jwt = ((Verification.Valid) verification).jwt();
        RoundTrip.Answer<Optional<Reason>> objection = objection(trip, jwt);
        RoundTrip.Answer<Optional<Session>> session =
                sessions.map(claims -> claims.find(trip, jwt)).orElse(Optional::empty);
        return () -> {
            Optional<Reason> reason = objection.get();
            if (reason.isPresent()) {
                return new Authentication.Denied(reason.get());
            }
            Optional<Session> found = session.get();
            return found.isPresent() == sessions.isPresent()
                    ? new Authentication.Granted(jwt, found)
                    : new Authentication.Denied(Reason.UNKNOWN);
        };
    }

    /** What stands in keys for the session on which a token hangs; empty where none does. */
    public Optional<String> sessionKeyPart(Jwt jwt) {
        return sessions.flatMap(claims -> claims.keyPart(jwt));
    }

    /**
     * Revokes a token by its id. The entry outlives the token by the skew, for as long as any server would accept it.
     *
     * @param id one that the layout allows; anything else is a fault
     * @param tokenEnd when the token ends by itself
     */
    public void revoke(String id, Instant tokenEnd) {
        revoking(id, tokenEnd).ifPresent(store::commit);
    }

    /** The batch that revokes a token; empty where it has ended already. */
    Optional<Batch> revoking(Jwt jwt) {
        return revoking(jwt.id(), jwt.endsAt());
    }

    /** As {@link #revoking(Jwt)} for a token that does not count any more in any case: it need not wait for the disk. */
    Optional<Batch> marking(Jwt jwt) {
        return writing(jwt.id(), jwt.endsAt()).map(batch -> batch.relaxed().build());
    }

    private Optional<Batch> revoking(String id, Instant tokenEnd) {
        return writing(id, tokenEnd).map(Batch.Builder::build);
    }

    private Optional<Batch.Builder> writing(String id, Instant tokenEnd) {
        Key key = revoked(id);
        Instant end = tokenEnd.plus(jwts.policy().skew());
        return end.isAfter(clock.instant())
                ? Optional.of(Batch.builder().put(key, Bytes.of(layout.marker()), Expiry.at(end)))
                : Optional.empty();
    }

    /** How long a token stays revoked by its id; empty when it is not. An id that the layout does not allow is a fault. */
    public Optional<Life> revocation(String id) {
        return store.remaining(revoked(id));
    }

    private Key revoked(String id) {
        return layout.revoked(id).orElseThrow(() -> new IllegalArgumentException("Not an id of a token"));
    }

    /** Whether this text can be the id of a token. */
    public boolean isId(String text) {
        return layout.isId(text);
    }

    /** Why the store does not let a token count; empty when it does. */
    RoundTrip.Answer<Optional<Reason>> objection(RoundTrip trip, Jwt jwt) {
        String user = jwt.subject();
        RoundTrip.Answer<Optional<Bytes>> revoked = trip.read(new Read.Get(revoked(jwt.id())));
        RoundTrip.Answer<Boolean> outdated = layout.invalidBefore()
                .map(pattern ->
                        trip.read(new Read.Get(pattern.key(user))).map(moment -> isBefore(jwt.issuedAt(), moment)))
                .orElse(() -> false);
        RoundTrip.Answer<Boolean> known = layout.issued()
                .<RoundTrip.Answer<Boolean>>map(
                        pattern -> trip.read(new Read.IsMember(pattern.key(user), Bytes.of(jwt.id()))))
                .orElse(() -> true);
        return () -> {
            if (revoked.get().isPresent()) {
                return Optional.of(Reason.REVOKED);
            }
            if (outdated.get()) {
                return Optional.of(Reason.INVALIDATED);
            }
            return known.get() ? Optional.empty() : Optional.of(Reason.UNKNOWN);
        };
    }

    /** A moment that is no number was written by hand and wrongly; until it is put right, nothing counts. */
    private static boolean isBefore(Instant issuedAt, Optional<Bytes> moment) {
        OptionalLong second = moment.map(Bytes::number).orElse(OptionalLong.empty());
        return moment.isPresent() && (second.isEmpty() || issuedAt.getEpochSecond() < second.getAsLong());
    }
}

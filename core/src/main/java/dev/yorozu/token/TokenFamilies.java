package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.keyspace.PatreonKeys;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.secret.TokenForm;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Refresh tokens with a record each, which hang on sessions, and the access tokens issued with them. Safe for use by any
 * number of threads and servers.
 *
 * <p>All tokens that came for one another are a family; a family that was ended has a tombstone, which outlives all its
 * tokens. The truth about a token is its record, found by the token alone; {@link RefreshTokens} says how one is spent. The
 * successor's record is prepared before the token's own is marked as used and keeps what came for it. One that comes back
 * later ends its family. A successor that is issued while that happens is of the same family, ends no later than the
 * tombstone, because its life is counted from before the tombstone was looked for, and is refused like all others.
 */
public final class TokenFamilies implements Lineage {
    /** How much longer than the grace a spent token is remembered, so that its reuse is recognised. */
    private static final Duration REMEMBERED = Duration.ofSeconds(60);

    private static final int SERIAL_BYTES = 8;

    /** The field of a session with another id of its user, by which records of an earlier program name the user. */
    private static final String ALIAS = "supabaseUuid";

    private final Store store;
    private final Sessions sessions;
    private final AccessTokens access;
    private final SessionClaims claims;
    private final FamilyFormat format;
    private final RefreshPolicy policy;
    private final InstantSource clock;

    /**
     * @param jwts how access tokens are signed and checked
     * @param claims how they name their sessions
     */
    public TokenFamilies(
            Store store,
            Sessions sessions,
            Jwts jwts,
            SessionClaims claims,
            RefreshPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.sessions = sessions;
        this.access = new AccessTokens(
                store, jwts, RevocationLayout.byId(PatreonKeys.ENDED_FAMILY, "1"), Optional.of(claims), clock);
        this.claims = claims;
        this.format = new FamilyFormat(storage, random);
        this.policy = policy;
        this.clock = clock;
    }

    public AccessTokens access() {
        return access;
    }

    /** The first pair of a new family. */
    public Issued issue(Session session, Claims said) {
        String token = format.nextToken();
        String family = format.nextFamily();
        Instant now = now();
        String signed = sign(session, family, said);
        store.commit(recording(token, session, family, now).build());
        return issued(session, family, now, signed, token);
    }

    private String sign(Session session, String family, Claims said) {
        Instant now = clock.instant();
        Document others =
                said.others().withAll(claims.of(session.user(), session.sid().orElseThrow()));
        return access.sign(
                new Access(family + "." + format.random().hex(SERIAL_BYTES), now, now.plus(policy.accessLife())),
                new Claims(said.subject(), others));
    }

    private Batch.Builder recording(String token, Session session, String family, Instant began) {
        Instant end = began.plus(policy.refreshLife());
        return Batch.builder().put(format.key(token), format.write(token, session, family, began, end), Expiry.at(end));
    }

    private Issued issued(Session session, String family, Instant began, String signed, String token) {
        Login login = new Login(session.user(), family, session.createdAt(), began, began.plus(policy.refreshLife()));
        return new Issued(login, signed, token, Optional.of(session));
    }

    @Override
    public RoundTrip.Answer<Optional<Presented>> present(RoundTrip trip, String token) {
        if (!FamilyFormat.FORM.accepts(token)) {
            return Optional::empty;
        }
        return record(trip, token).map(record -> record.map(each -> new Attempt(token, each)));
    }

    private RoundTrip.Answer<Optional<FamilyFormat.Record>> record(RoundTrip trip, String token) {
        Key key = format.key(token);
        RoundTrip.Answer<Optional<Bytes>> stored = trip.read(new Read.Get(key));
        return () -> {
            try {
                return stored.get().flatMap(bytes -> format.read(token, key, bytes));
            } catch (StoreException.WrongType noRecord) {
                return Optional.empty();
            }
        };
    }

    /** The login whose current refresh token this is; spends nothing. */
    public Optional<Login> find(String token) {
        return RoundTrip.ask(store, trip -> present(trip, token))
                .map(Attempt.class::cast)
                .filter(Presented::isCurrent)
                .map(Attempt::described);
    }

    /** Ends the family that a refresh token belongs or belonged to; gives whose it is, and empty for what is no such token. */
    public Optional<Login> end(String token) {
        Optional<Login> login = RoundTrip.ask(store, trip -> present(trip, token))
                .map(Attempt.class::cast)
                .map(Attempt::described);
        login.ifPresent(each -> endFamily(each.id()));
        return login;
    }

    /**
     * Ends the family of an access token, and says which that is: to revoke one alone would revive its refresh token when the
     * access token ends.
     */
    public String end(Jwt accessToken) {
        int dot = accessToken.id().indexOf('.');
        String family = dot < 0 ? accessToken.id() : accessToken.id().substring(0, dot);
        endFamily(family);
        return family;
    }

    /** Ends a family: none of its tokens is spent any more, and no access token of it counts. */
    private void endFamily(String family) {
        store.commit(Batch.builder()
                .put(PatreonKeys.ENDED_FAMILY.key(family), Bytes.of(clock.millis()), Expiry.after(policy.refreshLife()))
                .build());
    }

    /** As exactly as records keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }

    /** One presentation of one token. */
    private final class Attempt extends Presented {
        private final String token;
        private FamilyFormat.@Nullable Record record;
        private Instant began = now();

        Attempt(String token, FamilyFormat.Record record) {
            super(record.user(), record.family());
            this.token = token;
            this.record = record;
        }

        /** The login, as far as the token's record tells. */
        Login described() {
            Instant end = Objects.requireNonNull(record).endsAt();
            Instant issued = end.minus(policy.refreshLife());
            return new Login(user(), login(), issued, issued, end);
        }

        @Override
        public boolean isAdmissible() {
            return found() == Standing.CURRENT;
        }

        @Override
        protected Standing look() {
            began = now();
            if (record == null) {
                record = RoundTrip.ask(store, trip -> record(trip, token)).orElse(null);
            }
            if (record == null) {
                return Standing.INVALID;
            }
            if (record.used()
                    && !record.usedAt().filter(at -> policy.inGrace(at, began)).isPresent()) {
                return Standing.SPENT;
            }
            boolean counts = counts(record);
            if (record.used()) {
                return counts
                                && session.isPresent()
                                && format.successor(token, record).isPresent()
                        ? Standing.JUST_SPENT
                        : Standing.INVALID;
            }
            if (!counts || !began.isBefore(record.endsAt())) {
                return Standing.INVALID;
            }
            return session.isPresent() ? Standing.CURRENT : Standing.ENDED;
        }

        /** Whether the family lives; finds the session as well. Whatever else lies at the keys, it does not. */
        private boolean counts(FamilyFormat.Record seen) {
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Optional<Bytes>> tombstone =
                    trip.read(new Read.Get(PatreonKeys.ENDED_FAMILY.key(login())));
            RoundTrip.Answer<Optional<Session>> found = sessions.find(trip, seen.session());
            trip.send();
            try {
                session = found.get().filter(each -> each.grantsAccess(clock.instant()) && isOf(each));
                return tombstone.get().isEmpty();
            } catch (StoreException.WrongType other) {
                return false;
            }
        }

        /** The earlier program named users of refresh tokens by another id, too, which not every session tells. */
        private boolean isOf(Session each) {
            Optional<String> alias = each.text(ALIAS);
            return each.user().equals(user())
                    || alias.equals(Optional.of(user()))
                    || alias.isEmpty() && TokenForm.UUID.accepts(user());
        }

        @Override
        protected Optional<Issued> spend(Claims said) {
            FamilyFormat.Record seen = Objects.requireNonNull(record);
            Session living = session.orElseThrow();
            String successor = format.nextToken();
            String signed = sign(living, login(), said);
            // The batch that counts is durable and comes after this one, which therefore need not wait for the disk.
            store.commit(recording(successor, living, login(), began).relaxed().build());
            boolean won = store.apply(Batch.builder()
                    .require(Guard.equalTo(seen.key(), seen.stored()))
                    .put(
                            seen.key(),
                            format.spent(token, seen, new Pair(signed, successor), now()),
                            Expiry.after(policy.grace().plus(REMEMBERED))));
            record = null;
            if (!won) {
                RoundTrip.attempt(
                        store,
                        Batch.builder().delete(format.key(successor)).relaxed().build());
                return Optional.empty();
            }
            return Optional.of(issued(living, login(), began, signed, successor));
        }

        @Override
        protected Issued successor(Claims said) {
            Pair pair = format.successor(token, Objects.requireNonNull(record)).orElseThrow();
            return issued(session.orElseThrow(), login(), began, pair.accessToken(), pair.refreshToken());
        }

        @Override
        protected int endReused() {
            endFamily(login());
            return 1;
        }
    }
}

package dev.yorozu.seat;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwt;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.Verification;
import dev.yorozu.jwt.Verification.Reason;
import dev.yorozu.secret.Digests;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.SealingKey;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.token.Chains;
import dev.yorozu.token.Spending;
import dev.yorozu.token.TokenForm;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The tokens that hang on seats: signed access tokens, and refresh tokens of which each is spent once. Safe for use by any
 * number of threads and servers.
 *
 * <p>An access token names its session by a claim that only this issuer can read, and its family by its id. It counts while
 * its signature and claims hold, the session lives and is its user's, and the family was not ended: one signature, one
 * opening and one round trip, with nothing remembered between two checks. So whoever takes the seat ends all tokens of who
 * sat there, on every server, and an emptied store lets nobody in. {@link Chains} says how a refresh token is spent.
 */
public final class SeatTokens {
    /** The claim with the user's id with the provider. */
    public static final String USER = "pid";

    /** The claim with the sealed session. */
    static final String SESSION = "sid";

    private static final String PURPOSE = "yorozu session of an access token";
    private static final int SERIAL_BYTES = 8;

    private final Store store;
    private final Seats seats;
    private final Jwts jwts;
    private final Chains chains;
    private final SealedSession sealing;
    private final Duration accessLife;
    private final RandomTokens random;
    private final InstantSource clock;

    /** @param key see {@link #sealingKey} */
    public SeatTokens(
            Store store,
            Seats seats,
            Jwts jwts,
            Chains chains,
            SealingKey key,
            Duration accessLife,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.seats = seats;
        this.jwts = jwts;
        this.chains = chains;
        this.sealing = new SealedSession(key, random);
        this.accessLife = accessLife;
        this.random = random;
        this.clock = clock;
    }

    /** The key that seals sessions in access tokens, made from the secret that signs these. */
    public static SealingKey sealingKey(byte[] secret) {
        return SealingKey.of(Digests.hmac(secret, PURPOSE));
    }

    /**
     * What an access token says.
     *
     * @param others all but the subject; the claims that name user and session are added
     */
    public record Claims(String subject, Document others) {}

    /** A pair of tokens. Its text form shows neither. */
    public record Issued(String accessToken, String refreshToken, Duration expiresIn) {
        @Override
        public String toString() {
            return "Issued[expires in " + expiresIn + "]";
        }
    }

    /** The first pair of a new family. */
    public Issued issue(Seat seat, Claims claims) {
        String family = chains.nextFamily();
        String access = sign(seat, family, claims);
        return issued(new Spending.Pair(access, chains.begin(new Chains.Link(seat.user(), seat.token(), family))));
    }

    /**
     * Spends a refresh token for the next pair of its family.
     *
     * @param claims what the new access token says, asked while the session lives; where it throws, nothing is spent. May be
     *     asked more than once
     */
    public Refresh refresh(String refreshToken, Function<Seat, Claims> claims) {
        Spending spending = chains.spend(refreshToken, new Chains.Issuer() {
            @Override
            public boolean lives(Chains.Link link) {
                return seat(link).isPresent();
            }

            @Override
            public Optional<Chains.Issued> issue(Chains.Link link) {
                return seat(link)
                        .map(seat -> new Chains.Issued(
                                sign(seat, link.family(), claims.apply(seat)),
                                new Chains.Link(seat.user(), link.session(), link.family())));
            }
        });
        return switch (spending) {
            case Spending.Spent spent -> new Refresh.Refreshed(issued(spent.pair()));
            case Spending.Repeated repeated -> new Refresh.Repeated(issued(repeated.pair()));
            case Spending.Reused reused -> new Refresh.Reused(reused.user(), reused.family());
            case Spending.Over over -> new Refresh.SessionOver();
            case Spending.Refused refused -> new Refresh.Invalid();
        };
    }

    private Optional<Seat> seat(Chains.Link link) {
        return seats.find(link.session())
                .filter(seat -> !seat.over(clock.instant()))
                .flatMap(seat -> of(seat, link.user()));
    }

    /** The session, if it is this user's. The earlier program named users of refresh tokens by their profiles, too. */
    private static Optional<Seat> of(Seat seat, String user) {
        if (seat.user().equals(user) || seat.profile().equals(Optional.of(user))) {
            return Optional.of(seat);
        }
        return TokenForm.UUID.accepts(user) && seat.profile().isEmpty()
                ? Optional.of(seat.withProfile(user))
                : Optional.empty();
    }

    private boolean lives(Seat seat, String user) {
        return seat.user().equals(user) && !seat.over(clock.instant());
    }

    private Issued issued(Spending.Pair pair) {
        return new Issued(pair.accessToken(), pair.refreshToken(), accessLife);
    }

    private String sign(Seat seat, String family, Claims claims) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
        Document all = claims.others().with(USER, seat.user()).with(SESSION, sealing.seal(seat.token()));
        String id = family + "." + random.hex(SERIAL_BYTES);
        return jwts.sign(new Jwt(id, claims.subject(), now, now.plus(accessLife), all));
    }

    /** Checks an access token by one round trip; a text that is no token costs none. */
    public Check check(String accessToken) {
        Lookup lookup = lookup(accessToken);
        if (lookup.questions().isEmpty()) {
            return lookup.found(List.of());
        }
        try {
            return lookup.found(store.readAll(lookup.questions()));
        } catch (StoreException.WrongType notASession) {
            return new Check.Refused(Reason.UNKNOWN);
        }
    }

    /** Checks signature and claims; what the store has to say can then be asked together with something else. */
    public Lookup lookup(String accessToken) {
        return switch (jwts.verify(accessToken)) {
            case Verification.Invalid invalid -> new Lookup(invalid.reason(), Optional.empty());
            case Verification.Valid valid -> new Lookup(Reason.CLAIMS, named(valid.jwt()));
        };
    }

    /** A token whose signature and claims hold, and what it names. */
    private record Named(Jwt jwt, Seats.Lookup session, String family) {}

    private Optional<Named> named(Jwt jwt) {
        int end = jwt.id().indexOf('.');
        if (end < 0 || !chains.isFamily(jwt.id().substring(0, end))) {
            return Optional.empty();
        }
        return jwt.claims()
                .text(SESSION)
                .flatMap(sealing::open)
                .flatMap(seats::lookup)
                .map(session -> new Named(jwt, session, jwt.id().substring(0, end)));
    }

    /** A check that the store has not been asked for yet. */
    public final class Lookup {
        private final Reason otherwise;
        private final Optional<Named> named;

        /** @param otherwise why the token is refused where it names nothing */
        private Lookup(Reason otherwise, Optional<Named> named) {
            this.otherwise = otherwise;
            this.named = named;
        }

        /** What the token says, as far as signature and claims are concerned; empty when those do not hold. */
        public Optional<Jwt> signed() {
            return named.map(Named::jwt);
        }

        /** What stands in keys for the session that the token names; empty when signature or claims do not hold. */
        public Optional<String> keyPart() {
            return named.map(each -> each.session().keyPart());
        }

        /** What to ask the store, two questions; nothing when the token is refused whatever the store says. */
        public List<Read<Optional<Bytes>>> questions() {
            return named.isEmpty()
                    ? List.of()
                    : List.of(
                            named.get().session().question(),
                            chains.endedQuestion(named.get().family()));
        }

        /** @param answers to the questions, in their order */
        public Check found(List<Optional<Bytes>> answers) {
            if (named.isEmpty()) {
                return new Check.Refused(otherwise);
            }
            if (answers.get(1).isPresent()) {
                return new Check.Refused(Reason.REVOKED);
            }
            Jwt jwt = named.get().jwt();
            String user = jwt.claims().text(USER).orElse("");
            return named.get()
                    .session()
                    .found(answers.get(0))
                    .filter(seat -> lives(seat, user))
                    .<Check>map(seat -> new Check.Admitted(jwt, seat))
                    .orElseGet(() -> new Check.Refused(Reason.UNKNOWN));
        }
    }
}

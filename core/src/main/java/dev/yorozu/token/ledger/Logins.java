package dev.yorozu.token.ledger;

import dev.yorozu.json.Document;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.Login;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.ledger.RefreshStanding.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The logins of one system, kept in a ledger for each user: refresh tokens, and the access tokens issued with them. Safe for
 * use by any number of threads and servers.
 *
 * <p>What a user holds lies in that user's partition: a ledger of logins, the set of current refresh tokens, and the set of
 * the ids of access tokens. All three change in one step, guarded by the ledger that was seen. A refresh token lives while
 * its record is there, the ledger calls it current and the set has it; an access token lives while the other set has its
 * id. So an end is one step whatever it ends, nothing is revived by a store that forgets, and what an operator deletes by
 * hand is dead. {@link RefreshTokens} and {@link LedgerTermination} say what a crash between any two steps leaves behind.
 *
 * <p>What another program put into the documented sets and records counts as a login of its own, and is taken up when the
 * ledger is next written.
 */
public final class Logins {
    /** How often a listing looks again when the ledger and the sets were read at different moments. */
    private static final int LOOKS = 4;

    private static final Comparator<Login> NEWEST_FIRST =
            Comparator.comparing(Login::issuedAt).thenComparing(Login::id).reversed();

    private final Store store;
    private final RecordFormat format;
    private final InstantSource clock;
    private final Ledgers ledgers;
    private final LedgerTermination termination;
    private final AccessTokens access;
    private final LedgerLineage lineage;

    /** @param jwts how access tokens are signed and checked */
    public Logins(
            Store store,
            LedgerLayout layout,
            LedgerPolicy policy,
            Jwts jwts,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.format = new RecordFormat(layout, policy, storage, random);
        this.clock = clock;
        this.ledgers = new Ledgers(store, format);
        this.termination = new LedgerTermination(store, format, ledgers);
        this.access = new AccessTokens(store, jwts, layout.revocation(), clock);
        this.lineage = new LedgerLineage(store, format, ledgers, termination, access, clock);
    }

    /** What decides over the refresh tokens. */
    public Lineage lineage() {
        return lineage;
    }

    public AccessTokens access() {
        return access;
    }

    /**
     * Begins a login. Where the user has as many as the policy allows, the one that was refreshed longest ago ends.
     *
     * @param user an id that the layout's keys allow; anything else is a fault
     * @param attributes what else to keep, in this order; no secrets
     * @param claims what the access token says; those that make one too long to be accepted are a fault, and change nothing
     */
    public Issued issue(String user, Document attributes, Claims claims) {
        requireUser(user);
        String token = format.nextToken();
        String family = format.nextFamily();
        Instant now = now();
        for (int round = 0; round < LedgerTermination.ROUNDS; round++) {
            Holdings before = ledgers.holdings(user, now);
            Instant moment = before.seen().moment(now);
            Instant end = format.endOf(moment, moment);
            Access first = format.access(moment, end);
            // A fault for claims that make no token: before anything is changed, also another login that would make
            // room.
            String signed = access.sign(first, claims);
            Line line = Line.first(family, format.keyPart(token), moment, end, List.of(first), attributes);
            store.commit(format.recording(user, line, first));
            Ledger next = before.living(now, format.policy())
                    .newest(format.policy().maxPerUser() - 1)
                    .with(line);
            if (ledgers.replace(before, next, now)) {
                termination.cleanUp(before, next, List.of(), now);
                return new Issued(line.login(user), signed, token, Optional.empty());
            }
        }
        RoundTrip.attempt(store, format.deletion(format.keyPart(token)));
        throw LedgerTermination.tooBusy();
    }

    /** The login whose current refresh token this is; spends nothing. */
    public Optional<Login> find(String token) {
        return standing(token).filter(standing -> standing.reason().isEmpty()).map(RefreshStanding::login);
    }

    /**
     * Ends the login that a refresh token belongs or belonged to, if it is this user's.
     *
     * @return the login; empty when it did not live
     */
    public Optional<Login> end(String token, String user) {
        return record(token)
                .filter(record -> record.user().equals(user))
                .flatMap(record ->
                        termination.endWhere(user, line -> line.family().equals(record.family()), now()).stream()
                                .findFirst())
                .map(line -> line.login(user));
    }

    /** Ends all logins of a user that began before, in one step, and says how many there were. */
    public int endAll(String user) {
        return isUser(user) ? termination.endAll(user, now()).size() : 0;
    }

    /** Ends all logins of a user but one, in one step, and says how many those were. */
    public int endAllBut(String user, String family) {
        return isUser(user) ? termination.endAllBut(user, family, now()).size() : 0;
    }

    /** Ends the logins of a user that are chosen, in one step, and says how many those were. */
    public int endWhere(String user, Predicate<Login> chosen) {
        return isUser(user)
                ? termination
                        .endWhere(user, line -> chosen.test(line.login(user)), now())
                        .size()
                : 0;
    }

    /**
     * Ends all of a user's logins whose refresh token was issued before a time, and all access tokens of an earlier second;
     * says how many logins those were.
     *
     * @param time not in the future
     */
    public int invalidateBefore(String user, Instant time) {
        requireUser(user);
        Instant now = now();
        if (time.isAfter(now)) {
            throw new IllegalArgumentException("Tokens can be invalidated up to now, not beyond");
        }
        return termination.invalidateBefore(user, time, now).size();
    }

    /** The user's logins that live, those that were refreshed last first. */
    public List<Login> list(String user) {
        if (!isUser(user)) {
            return List.of();
        }
        Instant now = now();
        Holdings holdings = ledgers.holdings(user, now);
        for (int look = 1; look < LOOKS && !holdings.proofs().isEmpty(); look++) {
            holdings = ledgers.holdings(user, now);
        }
        return holdings.living(now, format.policy()).lines().stream()
                .map(line -> line.login(user))
                .sorted(NEWEST_FIRST)
                .toList();
    }

    /** The login that an access token was issued with. */
    public Optional<Login> ofAccess(String user, String accessId) {
        if (!isUser(user)) {
            return Optional.empty();
        }
        Sighting seen = ledgers.sight(user, Optional.empty());
        return seen.ledger().pruned(now(), format.policy(), seen.invalidBeforeSecond()).lines().stream()
                .filter(line -> line.has(accessId))
                .findFirst()
                .map(line -> line.login(user));
    }

    /** Whose token this is or was, as far as it is remembered. */
    public Optional<String> owner(String token) {
        return record(token).map(RefreshRecord::user);
    }

    /** Whether a token lives, and why not, for operators; spends nothing. Empty for one of which nothing is remembered. */
    public Optional<RefreshStanding> standing(String token) {
        return record(token).map(record -> standing(record, ledgers.sight(record.user(), record.access())));
    }

    private RefreshStanding standing(RefreshRecord record, Sighting seen) {
        Line line = seen.ledger().ofToken(record.keyPart()).orElse(record.line());
        return new RefreshStanding(line.login(record.user()), objection(record, line, seen));
    }

    private Optional<Reason> objection(RefreshRecord record, Line line, Sighting seen) {
        Optional<Line> known = seen.ledger().line(line.family());
        if (known.isPresent() && !known.get().token().equals(line.token())) {
            return Optional.of(Reason.REPLACED);
        }
        Instant now = now();
        if (!record.isSpent() && !now.isBefore(line.endsAt())) {
            return Optional.of(Reason.EXPIRED);
        }
        if (line.issuedAt().getEpochSecond() < seen.invalidBeforeSecond()) {
            return Optional.of(Reason.INVALIDATED);
        }
        if (seen.revoked()) {
            return Optional.of(Reason.REVOKED);
        }
        boolean lives = line.lives(now, seen.invalidBeforeSecond()) && seen.holds(line);
        return lives ? Optional.empty() : Optional.of(Reason.ENDED);
    }

    private Optional<RefreshRecord> record(String token) {
        return RoundTrip.ask(store, trip -> lineage.record(trip, token));
    }

    private boolean isUser(String user) {
        return format.layout().isUser(user);
    }

    private void requireUser(String user) {
        if (!isUser(user)) {
            throw new IllegalArgumentException("Not an id that a user can have here");
        }
    }

    /** As exactly as tokens keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}

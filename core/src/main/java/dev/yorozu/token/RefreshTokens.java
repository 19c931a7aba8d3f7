package dev.yorozu.token;

import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The refresh tokens of one system, and the access tokens issued with them. Safe for use by any number of threads and
 * servers.
 *
 * <p>What a user holds lies in that user's partition: a ledger of logins, the set of current refresh tokens, and the set of
 * the ids of access tokens. All three change in one step, guarded by the ledger that was seen. A refresh token lives while
 * its record is there, the ledger calls it current and the set has it; an access token lives while the other set has its
 * id. So an end is one step whatever it ends, nothing is revived by a store that forgets, and what an operator deletes by
 * hand is dead. {@link Rotating} and {@link Endings} say what a crash between any two steps leaves behind.
 *
 * <p>What another program put into the documented sets and records counts as a login of its own, and is taken up when the
 * ledger is next written.
 */
public final class RefreshTokens {
    /** How often a listing looks again when the ledger and the sets were read at different moments. */
    private static final int LOOKS = 4;

    private static final Comparator<Login> NEWEST_FIRST =
            Comparator.comparing(Login::issuedAt).thenComparing(Login::family).reversed();

    private final Store store;
    private final RecordFormat format;
    private final InstantSource clock;
    private final Ledgers ledgers;
    private final Adoption adoption;
    private final Endings endings;
    private final Rotating rotating;

    public RefreshTokens(
            Store store,
            RefreshLayout layout,
            RefreshPolicy policy,
            Storage storage,
            RandomTokens random,
            InstantSource clock) {
        this.store = store;
        this.format = new RecordFormat(layout, policy, storage, random);
        this.clock = clock;
        this.ledgers = new Ledgers(store, format);
        this.adoption = new Adoption(store, format, ledgers);
        this.endings = new Endings(store, format, ledgers, adoption);
        this.rotating = new Rotating(store, format, ledgers, adoption, endings, clock);
    }

    /**
     * Begins a login. Where the user has as many as the policy allows, the one that was refreshed longest ago ends.
     *
     * @param user an id that the layout's keys allow; anything else is a fault
     * @param attributes what else to keep, in this order; no secrets
     */
    public Pair issue(String user, Document attributes) {
        requireUser(user);
        String token = format.nextToken();
        String family = format.nextFamily();
        Instant now = now();
        for (int round = 0; round < Endings.ROUNDS; round++) {
            Holdings seen = adoption.holdings(user, now);
            Instant moment = seen.moment(now);
            Instant end = format.endOf(moment, moment);
            Access access = format.access(moment, end);
            Line line = Line.first(family, format.keyPart(token), moment, end, List.of(access), attributes);
            format.store(store, user, line, access);
            Ledger next = seen.living(now, format.policy())
                    .newest(format.policy().maxPerUser() - 1)
                    .with(line);
            if (ledgers.replace(seen, next)) {
                endings.cleanUp(seen, next, now);
                return new Pair(line.login(user), token, access);
            }
        }
        forget(token);
        throw Endings.tooBusy();
    }

    private void forget(String token) {
        try {
            endings.delete(format.keyPart(token));
        } catch (StoreException unreachable) {
            // No ledger names it, and it ends by itself.
        }
    }

    /** The login whose current refresh token this is; spends nothing. */
    public Optional<Login> find(String token) {
        Optional<RefreshRecord> record = record(token);
        if (record.isEmpty()) {
            return Optional.empty();
        }
        String user = record.get().user();
        Ledgers.Glance glance = ledgers.glance(user, record.get().access());
        Ledger ledger = glance.holdings().ledger();
        Optional<Line> current = ledger.ofToken(record.get().keyPart());
        if (glance.revoked()
                || (current.isEmpty() && ledger.line(record.get().family()).isPresent())) {
            return Optional.empty();
        }
        return Optional.of(current.orElseGet(record.get()::line))
                .filter(line -> line.lives(now(), glance.holdings().invalidBeforeSecond()))
                .filter(line -> store.read(new Read.IsMember(ledgers.tokens(user), Bytes.of(line.token()))))
                .map(line -> line.login(user));
    }

    /** Spends a refresh token for its successor. */
    public Rotation rotate(String token) {
        return rotate(token, login -> true);
    }

    /**
     * Spends a refresh token for its successor.
     *
     * @param admits asked before the token is spent, whether its user may go on; it may be asked more than once
     */
    public Rotation rotate(String token, Predicate<Login> admits) {
        Optional<RefreshRecord> record = record(token);
        return record.isEmpty() ? new Rotation.Refused() : rotating.rotate(token, record.get(), admits);
    }

    /**
     * Ends the login that a refresh token belongs or belonged to, if it is this user's.
     *
     * @return the login; empty when it did not live
     */
    public Optional<Login> end(String token, String user) {
        return record(token)
                .filter(record -> record.user().equals(user))
                .flatMap(record -> endings.endWhere(user, line -> line.family().equals(record.family()), now()).stream()
                        .findFirst())
                .map(line -> line.login(user));
    }

    /** Ends all logins of a user that began before, in one step, and says how many there were. */
    public int endAll(String user) {
        return format.layout().isUser(user) ? endings.endAll(user, now()).size() : 0;
    }

    /** Ends all logins of a user but one, in one step, and says how many those were. */
    public int endAllBut(String user, String family) {
        return format.layout().isUser(user)
                ? endings.endAllBut(user, family, now()).size()
                : 0;
    }

    /** Ends the logins of a user that are chosen, in one step, and says how many those were. */
    public int endWhere(String user, Predicate<Login> chosen) {
        return format.layout().isUser(user)
                ? endings.endWhere(user, line -> chosen.test(line.login(user)), now())
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
        return endings.invalidateBefore(user, time, now).size();
    }

    /** The user's logins that live, those that were refreshed last first. */
    public List<Login> list(String user) {
        if (!format.layout().isUser(user)) {
            return List.of();
        }
        Instant now = now();
        Holdings holdings = adoption.holdings(user, now);
        for (int look = 1; look < LOOKS && !holdings.proofs().isEmpty(); look++) {
            holdings = adoption.holdings(user, now);
        }
        List<Login> logins = new ArrayList<>();
        for (Line line : holdings.living(now, format.policy()).lines()) {
            logins.add(line.login(user));
        }
        logins.sort(NEWEST_FIRST);
        return List.copyOf(logins);
    }

    /** The login that an access token was issued with. */
    public Optional<Login> ofAccess(String user, String accessId) {
        if (!format.layout().isUser(user)) {
            return Optional.empty();
        }
        Holdings holdings = ledgers.glance(user, Optional.empty()).holdings();
        return holdings.living(now(), format.policy()).lines().stream()
                .filter(line -> line.has(accessId))
                .findFirst()
                .map(line -> line.login(user));
    }

    /** Whose token this is or was, as far as it is remembered. */
    public Optional<String> owner(String token) {
        return record(token).map(RefreshRecord::user);
    }

    /** Whether a token lives, and why not, for operators; spends nothing. */
    public RefreshStanding standing(String token) {
        Optional<RefreshRecord> record = record(token);
        if (record.isEmpty()) {
            return new RefreshStanding.Unknown();
        }
        return find(token).<RefreshStanding>map(RefreshStanding.Live::new).orElseGet(() -> dead(record.get()));
    }

    private RefreshStanding dead(RefreshRecord record) {
        return new RefreshStanding.Dead(
                reason(record), record.user(), record.family(), record.issuedAt(), record.endsAt());
    }

    private RefreshStanding.Reason reason(RefreshRecord record) {
        Ledgers.Glance glance = ledgers.glance(record.user(), record.access());
        Ledger ledger = glance.holdings().ledger();
        if (ledger.line(record.family()).isPresent()
                && ledger.ofToken(record.keyPart()).isEmpty()) {
            return RefreshStanding.Reason.REPLACED;
        }
        if (!record.isSpent() && !now().isBefore(record.endsAt())) {
            return RefreshStanding.Reason.EXPIRED;
        }
        if (record.issuedAt().getEpochSecond() < glance.holdings().invalidBeforeSecond()) {
            return RefreshStanding.Reason.INVALIDATED;
        }
        return glance.revoked() ? RefreshStanding.Reason.REVOKED : RefreshStanding.Reason.ENDED;
    }

    /** A text that does not have the form of a token is none, and the store is not asked. */
    private Optional<RefreshRecord> record(String token) {
        if (!format.layout().isToken(token)) {
            return Optional.empty();
        }
        String keyPart = format.keyPart(token);
        return store.get(format.key(keyPart)).flatMap(stored -> format.read(keyPart, stored));
    }

    private void requireUser(String user) {
        if (!format.layout().isUser(user)) {
            throw new IllegalArgumentException("Not an id that a user can have here");
        }
    }

    /** As exactly as tokens keep it, so that what was written and what is read again are the same. */
    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}

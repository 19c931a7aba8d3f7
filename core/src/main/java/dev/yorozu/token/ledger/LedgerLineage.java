package dev.yorozu.token.ledger;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.token.Access;
import dev.yorozu.token.AccessTokens;
import dev.yorozu.token.Claims;
import dev.yorozu.token.Issued;
import dev.yorozu.token.Lineage;
import dev.yorozu.token.Presented;
import dev.yorozu.token.RefreshTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The lineage of refresh tokens whose truth is their user's ledger; {@link RefreshTokens} says how one is spent.
 *
 * <p>The token's record says whose it is. The successor's record is written together with the look at the ledger, which
 * names it only later: no order between the two matters. The step that counts replaces the ledger, if it is still the one
 * that was seen and the token still in the user's set. Together with it the token's record is replaced by a small one that
 * says that it is used and has ended, for programs that read nothing else, and that lives on so that its reuse is recognised;
 * and the record of the oldest spent token goes, where more are remembered than the policy allows. Where these two are
 * written and the ledger is not, because a concurrent writer or a crash came between, the token is current all the same: the
 * ledger decides. Of a token that no ledger names yet the record is all there is, and it is marked afterwards.
 */
record LedgerLineage(
        Store store,
        RecordFormat format,
        Ledgers ledgers,
        LedgerTermination termination,
        AccessTokens access,
        InstantSource clock)
        implements Lineage {

    @Override
    public RoundTrip.Answer<Optional<Presented>> present(RoundTrip trip, String token) {
        return record(trip, token).map(record -> record.map(each -> new Attempt(token, each)));
    }

    /** Asks for the record of a token. A text that does not have the form of one is none, and the store is not asked. */
    RoundTrip.Answer<Optional<RefreshRecord>> record(RoundTrip trip, String token) {
        if (!format.layout().isToken(token)) {
            return Optional::empty;
        }
        String keyPart = format.keyPart(token);
        return trip.read(new Read.Get(format.key(keyPart)))
                .map(stored -> stored.flatMap(bytes -> format.read(keyPart, bytes)));
    }

    /** One presentation of one token. */
    private final class Attempt extends Presented {
        private final String token;
        private final RefreshRecord record;
        private final Instant now = Instant.ofEpochMilli(clock.millis());
        private @Nullable String successor;
        private @Nullable Access proposed;
        private @Nullable Recording recording;
        private @Nullable Look last;
        private boolean glanced;

        Attempt(String token, RefreshRecord record) {
            super(record.user(), record.family());
            this.token = token;
            this.record = record;
        }

        @Override
        public boolean isAdmissible() {
            return true;
        }

        /** A glance tells in most cases that it is the current one; a second look, or any other answer, takes a whole one. */
        @Override
        protected Standing look() {
            return isCurrentAtAGlance() ? Standing.CURRENT : look(wholeLook());
        }

        private boolean isCurrentAtAGlance() {
            if (glanced || record.isSpent()) {
                return false;
            }
            glanced = true;
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Optional<Holdings>> glance = ledgers.glance(trip, user(), record.access());
            prepare(trip);
            trip.send();
            Optional<Look> current = glance.get()
                    .flatMap(holdings ->
                            holdings.ledger().ofToken(record.keyPart()).map(line -> new Look(holdings, line)))
                    .filter(look -> !look.holdings().seen().revoked() && look.isAlive(now));
            last = current.orElse(null);
            return current.isPresent();
        }

        private Holdings wholeLook() {
            return ledgers.holdings(ledgers.sight(user(), record.access()), List.of(), now);
        }

        private Standing look(Holdings holdings) {
            Optional<Line> current = holdings.ledger().ofToken(record.keyPart());
            Optional<Line> known = current.or(() -> holdings.ledger().line(record.family()));
            if (known.isEmpty()) {
                return Standing.INVALID;
            }
            Line line = known.get();
            Look look = new Look(holdings, line);
            last = look;
            if (current.isEmpty()) {
                return spent(line);
            }
            if (!look.isAlive(now)) {
                return Standing.INVALID;
            }
            return holdings.seen().revoked() || isRemoved() || isRevokedThoughMarked(line)
                    ? Standing.REVOKED
                    : Standing.CURRENT;
        }

        /** Writes the successor's record, as it will be unless the ledger knows of an earlier end or a recent access token. */
        private void prepare(RoundTrip trip) {
            Instant end = format.endOf(now, now);
            Line line = Line.first(
                    record.family(),
                    format.keyPart(nextToken()),
                    now,
                    end,
                    List.of(),
                    record.line().attributes());
            recordSuccessor(trip, line, nextAccess(now, end));
        }

        private String nextToken() {
            String next = successor == null ? format.nextToken() : successor;
            successor = next;
            return next;
        }

        /** The access token that comes with the successor, unless a recent one does: the one proposed before, if it fits. */
        private Access nextAccess(Instant moment, Instant end) {
            Access fitting = format.access(moment, end);
            Access next = proposed == null ? fitting : proposed.lasting(fitting);
            proposed = next;
            return next;
        }

        /** Writes the successor's record, if it is not written so yet: without it, a token that the ledger names is dead. */
        private void write(Line next, Access newest) {
            Line recorded = next.recorded();
            Recording written = recording;
            if (written == null
                    || !written.line().equals(recorded)
                    || !written.access().equals(newest)) {
                RoundTrip trip = new RoundTrip(store);
                written = recordSuccessor(trip, recorded, newest);
                trip.send();
            }
            written.outcome().get();
        }

        private Recording recordSuccessor(RoundTrip trip, Line line, Access newest) {
            Recording started = new Recording(line, newest, trip.commit(format.recording(user(), line, newest)));
            recording = started;
            return started;
        }

        private Holdings holdings() {
            return Objects.requireNonNull(last).holdings();
        }

        private Line line() {
            return Objects.requireNonNull(last).line();
        }

        /** Whether the token was taken out of the user's set by hand. */
        private boolean isRemoved() {
            return holdings().removed().contains(record.family());
        }

        /** A record that was marked too early does not say any more which access token came with it. */
        private boolean isRevokedThoughMarked(Line line) {
            return record.isSpent() && !line.access().isEmpty() && isOver(line);
        }

        private Standing spent(Line line) {
            Optional<Line.Spent> spent =
                    line.spent().filter(each -> each.token().equals(record.keyPart()));
            if (spent.isPresent() && inGrace(spent.get().at())) {
                return canRepeat(line, spent.get()) ? Standing.JUST_SPENT : Standing.INVALID;
            }
            return spent.isEmpty() && isLate() ? Standing.INVALID : Standing.SPENT;
        }

        /**
         * Whether it comes too late, and yet is no theft: a retry of a client that has gone on since, or a token whose record
         * went with its login meanwhile. Asked once more where it was not yet spent when its record was read.
         */
        private boolean isLate() {
            Optional<RefreshRecord> recent =
                    record.isSpent() ? Optional.of(record) : RoundTrip.ask(store, trip -> record(trip, token));
            return recent.isEmpty()
                    || recent.get().usedAt().filter(this::inGrace).isPresent();
        }

        /** Without a grace nothing is repeated, also where the clock of the server that spent the token is ahead. */
        private boolean inGrace(Instant spentAt) {
            Duration grace = format.policy().grace();
            return !grace.isZero() && now.isBefore(spentAt.plus(grace));
        }

        private boolean canRepeat(Line line, Line.Spent spent) {
            return format.opened(token, spent.successor()).isPresent()
                    && Objects.requireNonNull(last).isAlive(now)
                    && !line.access().isEmpty()
                    && !isOver(line);
        }

        /**
         * Whether the successor grants no access any more: an operator ended it by hand, or its holder has just spent it.
         * The two look alike here, so that the login is left as it is.
         */
        private boolean isOver(Line line) {
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Boolean> held =
                    trip.read(new Read.IsMember(holdings().seen().keys().tokens(), Bytes.of(line.token())));
            RoundTrip.Answer<Optional<Bytes>> recorded = trip.read(new Read.Get(format.key(line.token())));
            RoundTrip.Answer<Optional<Bytes>> revoked = trip.read(
                    new Read.Get(format.revoked(line.access().getLast().id())));
            trip.send();
            return !held.get() || recorded.get().isEmpty() || revoked.get().isPresent();
        }

        @Override
        protected Issued successor(Claims claims) {
            Line.Spent spent = line().spent().orElseThrow();
            if (!record.isSpent()) {
                // The rotation that spent it did not come to this step, or not yet.
                mark(spent.at());
            }
            return issued(line(), format.opened(token, spent.successor()).orElseThrow(), claims);
        }

        private Issued issued(Line line, String refreshToken, Claims claims) {
            return new Issued(
                    line.login(user()), access.sign(line.access().getLast(), claims), refreshToken, Optional.empty());
        }

        @Override
        protected Optional<Issued> spend(Claims claims) {
            Holdings before = holdings();
            Sighting seen = before.seen();
            boolean known = seen.ledger().ofToken(record.keyPart()).isPresent();
            Instant moment = seen.moment(now);
            Line pruned = line().pruned(now, format.policy(), seen.invalidBeforeSecond());
            Instant end = format.endOf(moment, pruned.beganAt());
            Access newest = pruned.recentAccess(now, format.policy()).orElseGet(() -> nextAccess(moment, end));
            Line next = pruned.next(
                    format.keyPart(nextToken()),
                    moment,
                    end,
                    new Line.Spent(record.keyPart(), now, format.sealed(token, nextToken())),
                    newest,
                    format.policy().maxRemembered());
            Ledger ledger = before.living(now, format.policy()).with(next);
            List<String> forgotten = Ledger.beyond(pruned.remembered(), next.remembered());
            write(next, newest);
            RoundTrip trip = new RoundTrip(store);
            Batch.Builder replacing = ledgers.replacing(before, ledger, OptionalLong.empty(), now);
            Guard held = Guard.member(seen.keys().tokens(), Bytes.of(record.keyPart()));
            if (!before.proofs().contains(held)) {
                replacing.require(held);
            }
            RoundTrip.Answer<Commit> step = trip.commit(replacing.build());
            if (known) {
                trip.commit(marking(now));
            }
            forgotten.forEach(each -> trip.commit(format.deletion(each)));
            trip.send();
            if (!step.get().applied()) {
                return Optional.empty();
            }
            if (!known) {
                mark(now);
            }
            termination.cleanUp(before, ledger, forgotten, now);
            return Optional.of(issued(next, nextToken(), claims));
        }

        private void mark(Instant at) {
            RoundTrip.attempt(store, marking(at));
        }

        /** The batch that replaces the token's record by one that says that it was spent then. */
        private Batch marking(Instant at) {
            Instant remembered = at.plus(format.policy().rememberUsed());
            Instant own = record.line().endsAt();
            Instant end = remembered.isBefore(own) ? remembered : own;
            return Batch.builder()
                    .require(Guard.equalTo(format.key(record.keyPart()), record.stored()))
                    .put(
                            format.key(record.keyPart()),
                            format.used(record, at),
                            record.isSpent() ? Expiry.keep() : Expiry.at(end))
                    .relaxed()
                    .build();
        }

        @Override
        protected int endReused() {
            return termination
                    .endWhere(user(), each -> each.family().equals(record.family()), now)
                    .size();
        }

        /**
         * A token that is revoked by id is dead for good. What else speaks against it was read at another moment than the
         * ledger, and may be the work of a rotation that came between: the login ends only while the ledger is the one seen.
         */
        @Override
        protected boolean endRevoked() {
            if (holdings().seen().revoked()) {
                endReused();
                return true;
            }
            Ledger left = holdings()
                    .living(now, format.policy())
                    .without(each -> each.family().equals(record.family()));
            boolean dropped = ledgers.replace(holdings(), left, now);
            if (dropped) {
                termination.cleanUp(holdings(), left, List.of(), now);
            }
            return dropped;
        }

        @Override
        protected void discard() {
            if (recording != null) {
                RoundTrip.attempt(store, format.deletion(format.keyPart(nextToken())));
            }
        }
    }

    /** What the user held at the last look, and the login of the token in it. */
    private record Look(Holdings holdings, Line line) {
        boolean isAlive(Instant now) {
            return line.lives(now, holdings.seen().invalidBeforeSecond());
        }
    }

    /**
     * The record of a successor that no ledger names yet.
     *
     * @param line what it tells of the login
     * @param outcome what became of it, once its trip was sent
     */
    private record Recording(Line line, Access access, RoundTrip.Answer<Commit> outcome) {}
}

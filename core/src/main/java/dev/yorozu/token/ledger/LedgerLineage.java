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
        private @Nullable Prepared prepared;
        private @Nullable Look last;

        Attempt(String token, RefreshRecord record) {
            super(record.user(), record.family());
            this.token = token;
            this.record = record;
        }

        @Override
        public boolean isAdmissible() {
            return true;
        }

        @Override
        protected Standing look() {
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Sighting> sight = ledgers.sight(trip, user(), record.access());
            if (!record.isSpent()) {
                prepare(trip);
            }
            trip.send();
            Sighting seen = sight.get();
            Holdings holdings = ledgers.holdings(seen, List.of(), now);
            Optional<Line> current = holdings.ledger().ofToken(record.keyPart());
            Optional<Line> known = current.or(() -> holdings.ledger().line(record.family()));
            if (known.isEmpty()) {
                return Standing.INVALID;
            }
            Line line = known.get();
            last = new Look(holdings, line);
            if (current.isEmpty()) {
                return spent(line);
            }
            if (!line.lives(now, seen.invalidBeforeSecond())) {
                return Standing.INVALID;
            }
            return seen.revoked() || isRemoved() || isRevokedThoughMarked(line) ? Standing.REVOKED : Standing.CURRENT;
        }

        /** Writes the successor's record, as it will be unless the ledger knows of an earlier end. */
        private Prepared prepare(RoundTrip trip) {
            if (prepared == null) {
                String successor = format.nextToken();
                Instant end = format.endOf(now, now);
                Access first = format.access(now, end);
                Line line = Line.first(
                        record.family(),
                        format.keyPart(successor),
                        now,
                        end,
                        List.of(first),
                        record.line().attributes());
                Batch recording = format.recording(user(), line, first);
                prepared = new Prepared(successor, first, recording, trip.commit(recording));
            }
            return prepared;
        }

        /** The successor, whose record is written: without it, a token that the ledger names is dead. */
        private Prepared prepared() {
            RoundTrip trip = new RoundTrip(store);
            Prepared made = prepare(trip);
            trip.send();
            made.written().get();
            return made;
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
                    && line.lives(now, holdings().seen().invalidBeforeSecond())
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
            Prepared successor = prepared();
            Instant end = format.endOf(moment, pruned.beganAt());
            Access newest = pruned.recentAccess(now, format.policy())
                    .orElseGet(() -> successor.access().lasting(format.access(moment, end)));
            Line next = pruned.next(
                    format.keyPart(successor.token()),
                    moment,
                    end,
                    new Line.Spent(record.keyPart(), now, format.sealed(token, successor.token())),
                    newest,
                    format.policy().maxRemembered());
            Ledger ledger = before.living(now, format.policy()).with(next);
            List<String> forgotten = pruned.remembered().stream()
                    .filter(each -> !next.remembered().contains(each))
                    .toList();
            Batch recording = format.recording(user(), next, newest);
            if (!recording.equals(successor.recording())) {
                store.commit(recording);
            }
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Commit> step = trip.commit(ledgers.replacing(before, ledger, OptionalLong.empty())
                    .require(Guard.member(seen.keys().tokens(), Bytes.of(record.keyPart())))
                    .build());
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
            return Optional.of(issued(next, successor.token(), claims));
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
            boolean dropped = ledgers.replace(holdings(), left);
            if (dropped) {
                termination.cleanUp(holdings(), left, List.of(), now);
            }
            return dropped;
        }

        @Override
        protected void discard() {
            if (prepared != null) {
                RoundTrip.attempt(store, format.deletion(format.keyPart(prepared.token())));
            }
        }
    }

    /** What the user held at the last look, and the login of the token in it. */
    private record Look(Holdings holdings, Line line) {}

    /**
     * A successor that no ledger names yet.
     *
     * @param written what became of its record
     */
    private record Prepared(String token, Access access, Batch recording, RoundTrip.Answer<Commit> written) {}
}

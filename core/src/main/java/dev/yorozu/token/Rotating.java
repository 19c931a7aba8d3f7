package dev.yorozu.token;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How a refresh token is spent for its successor, step by step:
 *
 * <ol>
 *   <li>The token's record says whose it is and of which login. <i>Nothing has changed yet.</i>
 *   <li>The user's ledger says whether it is the login's current one. A token that was spent a moment ago is answered with
 *       what came for it, from the ledger and without any change; one that was spent longer ago ends its login.
 *   <li>The successor's record is written. <i>A crash here</i> leaves a record that no ledger names: it is dead, nobody
 *       holds it, and it ends by itself.
 *   <li>The ledger is replaced, if it is still the one that was seen and the token still in the user's set: the
 *       successor is current, the token is spent. This is the step that counts, and of many who try it at once one
 *       gets through. <i>A crash here</i> leaves the client without an answer; its retry is answered as above.
 *   <li>The token's record is replaced by a small one that says that it is used and has ended, for whoever reads it, and
 *       that lives on so that its reuse is recognised. <i>A crash here</i> leaves a record that only the ledger contradicts;
 *       a retry within the grace makes up for it.
 *   <li>The record of the oldest spent token goes, where more are remembered than the policy allows, and so does what the
 *       change left of others. <i>A crash here</i> leaves records that end by themselves.
 * </ol>
 */
final class Rotating {
    private final Store store;
    private final RecordFormat format;
    private final Ledgers ledgers;
    private final Adoption adoption;
    private final Endings endings;
    private final InstantSource clock;

    Rotating(
            Store store,
            RecordFormat format,
            Ledgers ledgers,
            Adoption adoption,
            Endings endings,
            InstantSource clock) {
        this.store = store;
        this.format = format;
        this.ledgers = ledgers;
        this.adoption = adoption;
        this.endings = endings;
        this.clock = clock;
    }

    Rotation rotate(String token, RefreshRecord record, Predicate<Login> admits) {
        return new Attempt(token, record, admits).run();
    }

    /** One presentation of one token, through as many rounds as others make necessary. */
    private final class Attempt {
        private final String token;
        private final RefreshRecord record;
        private final Predicate<Login> admits;
        private final Instant now = Instant.ofEpochMilli(clock.millis());
        private @Nullable String successor;

        Attempt(String token, RefreshRecord record, Predicate<Login> admits) {
            this.token = token;
            this.record = record;
            this.admits = admits;
        }

        Rotation run() {
            for (int round = 0; round < Endings.ROUNDS; round++) {
                Optional<Rotation> outcome = attempt();
                if (outcome.isPresent()) {
                    if (!(outcome.get() instanceof Rotation.Rotated)) {
                        forget();
                    }
                    return outcome.get();
                }
            }
            forget();
            throw Endings.tooBusy();
        }

        /** Empty when somebody else changed the ledger or the sets meanwhile. */
        private Optional<Rotation> attempt() {
            Ledgers.Glance glance = adoption.holdings(record, now);
            Holdings holdings = glance.holdings();
            Optional<Line> current = holdings.ledger().ofToken(record.keyPart());
            if (current.isEmpty()) {
                Optional<Line> family = holdings.ledger().line(record.family());
                return Optional.of(family.isPresent() ? again(holdings, family.get()) : new Rotation.Refused());
            }
            Line line = current.get();
            if (!line.lives(now, holdings.invalidBeforeSecond())) {
                return Optional.of(new Rotation.Refused());
            }
            if (holdings.removed().contains(line.family())) {
                return drop(holdings);
            }
            if (glance.revoked()) {
                endings.endWhere(record.user(), each -> each.family().equals(line.family()), now);
                return Optional.of(new Rotation.Refused());
            }
            if (!admits.test(line.login(record.user()))) {
                return Optional.of(new Rotation.Refused());
            }
            return spend(holdings.with(ledgers.holds(record.user(), record.keyPart())), line);
        }

        /** Ends a login whose token was taken out of the user's set by hand, if that is still so. */
        private Optional<Rotation> drop(Holdings holdings) {
            Ledger left = holdings.living(now, format.policy());
            if (!ledgers.replace(holdings, left)) {
                return Optional.empty();
            }
            endings.cleanUp(holdings, left, now);
            return Optional.of(new Rotation.Refused());
        }

        private Rotation again(Holdings holdings, Line line) {
            Optional<Line.Spent> spent =
                    line.spent().filter(each -> each.token().equals(record.keyPart()));
            if (spent.isPresent() && inGrace(spent.get().at())) {
                return repeated(holdings, line, spent.get());
            }
            if (spent.isEmpty() && usedAt().filter(this::inGrace).isPresent()) {
                // A late retry of a client that has gone on since: no theft, and nothing to give either.
                return new Rotation.Refused();
            }
            endings.endWhere(record.user(), each -> each.family().equals(line.family()), now);
            return new Rotation.Reused(record.user(), line.family());
        }

        /** When the token was spent: asked once more where that was not yet so when its record was read. */
        private Optional<Instant> usedAt() {
            return record.usedAt()
                    .or(() -> store.get(format.key(record.keyPart()))
                            .flatMap(stored -> format.read(record.keyPart(), stored))
                            .flatMap(RefreshRecord::usedAt));
        }

        private boolean inGrace(Instant spentAt) {
            return now.isBefore(spentAt.plus(format.policy().grace()));
        }

        private Rotation repeated(Holdings holdings, Line line, Line.Spent spent) {
            Optional<String> same = format.opened(token, spent.successor());
            boolean lives = line.lives(now, holdings.invalidBeforeSecond())
                    && !line.access().isEmpty();
            if (same.isEmpty() || !lives || !admits.test(line.login(record.user())) || isOver(line)) {
                return new Rotation.Refused();
            }
            if (!record.isSpent()) {
                // Nobody who spent it came to this step, or not yet.
                markUsed(spent.at());
            }
            return new Rotation.Repeated(new Pair(
                    line.login(record.user()), same.get(), line.access().getLast()));
        }

        /**
         * Whether the successor lets nobody in any more: an operator ended it by hand, or its holder has just spent it. The
         * two look alike here, so that the login is left as it is.
         */
        private boolean isOver(Line line) {
            List<Object> answers = store.readAll(List.of(
                    new Read.IsMember(ledgers.tokens(record.user()), Bytes.of(line.token())),
                    new Read.Get(format.key(line.token())),
                    new Read.Get(format.layout()
                            .revoked()
                            .key(line.access().getLast().id()))));
            return answers.get(0).equals(false)
                    || answers.get(1).equals(Optional.empty())
                    || !answers.get(2).equals(Optional.empty());
        }

        private Optional<Rotation> spend(Holdings holdings, Line line) {
            if (successor == null) {
                successor = format.nextToken();
            }
            Instant moment = holdings.moment(now);
            Instant end = format.endOf(moment, line.beganAt());
            Line pruned = line.pruned(now, format.policy(), holdings.invalidBeforeSecond());
            Access access = pruned.recentAccess(now, format.policy()).orElseGet(() -> format.access(moment, end));
            Line.Spent spent = new Line.Spent(record.keyPart(), now, format.sealed(token, successor));
            Line next = pruned.next(
                    format.keyPart(successor),
                    moment,
                    end,
                    spent,
                    access,
                    format.policy().maxRemembered());
            format.store(store, record.user(), next, access);
            Ledger ledger = holdings.living(now, format.policy()).with(next);
            if (!ledgers.replace(holdings, ledger)) {
                return Optional.empty();
            }
            markUsed(now);
            endings.cleanUp(holdings, ledger, now);
            return Optional.of(new Rotation.Rotated(new Pair(next.login(record.user()), successor, access)));
        }

        private void markUsed(Instant at) {
            Instant remembered = at.plus(format.policy().rememberUsed());
            Instant end = remembered.isBefore(record.endsAt()) ? remembered : record.endsAt();
            try {
                store.commit(Batch.builder()
                        .require(Guard.equalTo(format.key(record.keyPart()), record.stored()))
                        .put(format.key(record.keyPart()), format.used(record, at), Expiry.at(end))
                        .relaxed()
                        .build());
            } catch (StoreException unreachable) {
                // The ledger knows that it was spent.
            }
        }

        /** Removes the record of a successor that did not become one. */
        private void forget() {
            if (successor == null) {
                return;
            }
            try {
                endings.delete(format.keyPart(successor));
            } catch (StoreException unreachable) {
                // No ledger names it, and it ends by itself.
            }
        }
    }
}

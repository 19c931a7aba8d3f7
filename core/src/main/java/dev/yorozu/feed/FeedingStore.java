package dev.yorozu.feed;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Guard;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A store that writes down every revocation that passes it, whoever makes it: a capability, an operator, a client of a door. What
 * changes no key by which revocations are known passes as it is.
 *
 * <p>Where the store runs programs, a revocation and its entry are one step of it, and reach the disk together. On a Redis they
 * lie in two partitions, and {@link Announcements} says how both happen.
 */
final class FeedingStore implements Store.Forwarding {
    /** How many tokens of a user a batch that removes all of them is bound to; of more, those that come meanwhile are not told. */
    private static final int MOST_BOUND = 512;

    private static final int ROUNDS = 64;

    /** An entry that a reader has seen must outlast a crash, or another would get its place. */
    private static final Durability LASTING = Durability.DURABLE;

    private final Store store;
    private final FedKeys fed;
    private final FeedLog log;
    private final Arrivals arrivals;
    private final Announcements announcements;
    private final Optional<Relay> relay;
    /** Until it is found out that there are none. */
    private volatile boolean programs = true;

    FeedingStore(Store store, FedKeys fed, FeedLog log, Arrivals arrivals, Announcements announcements) {
        this.store = store;
        this.fed = fed;
        this.log = log;
        this.arrivals = arrivals;
        this.announcements = announcements;
        this.relay = store.relay().map(found -> new FedRelay(found, store, fed, announcements));
    }

    @Override
    public Store store() {
        return store;
    }

    /** What understands commands by itself runs no programs, and what another made need not either. */
    private boolean runsPrograms() {
        return relay.isEmpty() && programs;
    }

    @Override
    public Commit commit(Batch batch) {
        List<FedKey> changed = fed.changed(batch);
        return changed.isEmpty() ? store.commit(batch) : told(batch, changed);
    }

    private Commit told(Batch batch, List<FedKey> changed) {
        if (runsPrograms()) {
            try {
                return run(state -> state.commit(batch), LASTING);
            } catch (UnsupportedOperationException none) {
                programs = false;
            }
        }
        List<FedKey> alive = announcements.alive(changed);
        return alive.isEmpty() ? store.commit(batch) : announced(batch, alive);
    }

    @Override
    public <R> R run(Program<R> program, Durability durability) {
        Outcome<R> outcome = store.run(
                state -> {
                    FedState watching = new FedState(state, fed);
                    R result = program.run(watching);
                    return new Outcome<>(result, watching.tell(log));
                },
                durability);
        if (!outcome.realms().isEmpty() && durability != LASTING) {
            store.run(state -> true, LASTING); // Takes along to the disk what was written before.
        }
        outcome.realms().forEach(arrivals::note);
        return outcome.result();
    }

    private record Outcome<R>(R result, Set<String> realms) {}

    private Commit announced(Batch batch, List<FedKey> changed) {
        for (int round = 0; round < ROUNDS; round++) {
            Bound bound = bound(batch, changed);
            Commit commit = announcements.announce(bound.intents()).whileDoing(() -> store.commit(bound.batch()));
            boolean changedMeanwhile = commit instanceof Commit.Rejected rejected
                    && rejected.index() >= batch.guards().size();
            if (!changedMeanwhile) {
                return commit;
            }
        }
        throw new StoreException.Unavailable("The tokens of this user are changed by too many at once");
    }

    /** A batch that happens only while the sets that it removes hold what is announced. */
    private record Bound(Batch batch, List<Intent> intents) {}

    private Bound bound(Batch batch, List<FedKey> changed) {
        List<Guard> guards = new ArrayList<>(batch.guards());
        List<Intent> intents = new ArrayList<>();
        for (FedKey key : changed) {
            if (FedKeys.removesAll(batch, key)) {
                Optional<Set<Bytes>> listed = listed(key);
                intents.add(new Intent(key, listed.orElse(Set.of())));
                listed.filter(members -> members.size() <= MOST_BOUND).ifPresent(members -> {
                    guards.add(Guard.sizeBelow(key.key(), members.size() + 1L));
                    members.forEach(member -> guards.add(Guard.member(key.key(), member)));
                });
            } else {
                intents.add(Intent.of(batch, key));
            }
        }
        return new Bound(new Batch(guards, batch.writes(), batch.durability()), intents);
    }

    /** What a set of tokens holds; empty for what another program put in its place, and goes as what it is. */
    private Optional<Set<Bytes>> listed(FedKey key) {
        try {
            return Optional.of(store.members(key.key()));
        } catch (StoreException.WrongType another) {
            return Optional.empty();
        }
    }

    @Override
    public void send(RoundTrip trip) {
        Map<RoundTrip.Change, List<FedKey>> telling = Map.of();
        for (RoundTrip.Item<?> item : trip.items()) {
            if (item instanceof RoundTrip.Change change) {
                List<FedKey> changed = fed.changed(change.batch());
                if (!changed.isEmpty()) {
                    telling = telling.isEmpty() ? new LinkedHashMap<>() : telling;
                    telling.put(change, changed);
                }
            }
        }
        if (telling.isEmpty()) {
            store.send(trip);
            return;
        }
        sendApart(trip, telling);
    }

    /** There is no order between the parts of a trip. */
    private void sendApart(RoundTrip trip, Map<RoundTrip.Change, List<FedKey>> telling) {
        RoundTrip others = new RoundTrip(store);
        List<RoundTrip.Change> changes = new ArrayList<>();
        List<Runnable> answers = new ArrayList<>();
        for (RoundTrip.Item<?> item : trip.items()) {
            switch (item) {
                case RoundTrip.Question<?> question -> answers.add(asked(others, question));
                case RoundTrip.Change change -> changes.add(change);
            }
        }
        if (!runsPrograms() || !runAll(changes)) {
            Map<RoundTrip.Change, List<FedKey>> alive = alive(telling);
            changes.removeAll(alive.keySet());
            changes.forEach(change -> {
                RoundTrip.Answer<Commit> answer = others.commit(change.batch());
                answers.add(() -> change.answer(answer::get));
            });
            announceAll(alive);
        }
        others.send();
        answers.forEach(Runnable::run);
    }

    /** Those that can end something, asked for with one question. */
    private Map<RoundTrip.Change, List<FedKey>> alive(Map<RoundTrip.Change, List<FedKey>> telling) {
        Set<FedKey> alive = new HashSet<>(announcements.alive(
                telling.values().stream().flatMap(List::stream).toList()));
        Map<RoundTrip.Change, List<FedKey>> ending = new LinkedHashMap<>();
        telling.forEach((change, changed) -> {
            List<FedKey> left = changed.stream().filter(alive::contains).toList();
            if (!left.isEmpty()) {
                ending.put(change, left);
            }
        });
        return ending;
    }

    private static <R> Runnable asked(RoundTrip trip, RoundTrip.Question<R> question) {
        RoundTrip.Answer<R> answer = trip.read(question.read());
        return () -> question.answer(answer::get);
    }

    /** Does changes as one step, of which each has its own outcome; false where the store runs no programs. */
    private boolean runAll(List<RoundTrip.Change> changes) {
        try {
            run(
                    state -> {
                        changes.forEach(change -> change.answer(() -> state.commit(change.batch())));
                        return true;
                    },
                    LASTING);
        } catch (StoreException undone) {
            changes.forEach(change -> change.fail(undone));
        } catch (UnsupportedOperationException none) {
            programs = false;
        }
        return programs;
    }

    /** Does changes one by one where a set is removed as a whole, else all with one announcement. */
    private void announceAll(Map<RoundTrip.Change, List<FedKey>> telling) {
        List<RoundTrip.Change> together = new ArrayList<>();
        List<Intent> intents = new ArrayList<>();
        telling.forEach((change, changed) -> {
            if (changed.stream().anyMatch(key -> FedKeys.removesAll(change.batch(), key))) {
                change.answer(() -> announced(change.batch(), changed));
            } else {
                together.add(change);
                changed.forEach(key -> intents.add(Intent.of(change.batch(), key)));
            }
        });
        if (!together.isEmpty()) {
            announced(together, intents);
        }
    }

    private void announced(List<RoundTrip.Change> together, List<Intent> intents) {
        Announcements.Open open;
        try {
            open = announcements.announce(intents);
            open.requireFresh();
        } catch (StoreException unannounced) {
            together.forEach(change -> change.fail(unannounced));
            return;
        }
        RoundTrip trip = new RoundTrip(store);
        List<RoundTrip.Answer<Commit>> answers =
                together.stream().map(change -> trip.commit(change.batch())).toList();
        trip.send();
        boolean known = true;
        for (int i = 0; i < together.size(); i++) {
            RoundTrip.Answer<Commit> answer = answers.get(i);
            together.get(i).answer(answer::get);
            known &= !isUnknown(answer);
        }
        if (known) {
            open.settle();
        } else {
            open.postpone();
        }
    }

    private static boolean isUnknown(RoundTrip.Answer<Commit> answer) {
        try {
            answer.get();
            return false;
        } catch (StoreException.OutcomeUnknown unknown) {
            return true;
        } catch (StoreException undone) {
            return false;
        }
    }

    @Override
    public Optional<Relay> relay() {
        return relay;
    }
}

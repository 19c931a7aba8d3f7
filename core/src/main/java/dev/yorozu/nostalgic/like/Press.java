package dev.yorozu.nostalgic.like;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Iso;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.Totals;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.Optional;

/**
 * One press on a like button: the state, the total and the record change together, in a batch that holds only for the
 * state that it is made for.
 *
 * <p>The first attempt takes it that the user has said nothing today. When that is wrong, the rejection tells what is
 * there, and the next attempt is made for that. No lock is held: an attempt fails only because another press was quicker
 * since the last one, so somebody always gets on.
 */
final class Press {
    private static final int MOST_ATTEMPTS = 2000;
    /** Where the guard about today stands, when the user has said nothing; those about the other days follow. */
    private static final int TODAY_GUARD = 2;

    private final Store store;
    private final LikePolicy policy;
    private final Totals totals;
    private final States states;
    private final Key record;
    private final Key total;

    /** The day whose state is the user's, and what it says; nothing when no day says anything. */
    private int day;

    private Optional<Bytes> state = Optional.empty();
    /** The days whose state has ended by the store's clock, but not yet by ours. */
    private final boolean[] vanished;
    /** The total, where it is too small for one to be taken away. */
    private Optional<Bytes> empty = Optional.empty();

    Press(Store store, LikePolicy policy, Services services, Totals totals, States states) {
        this.store = store;
        this.policy = policy;
        this.totals = totals;
        this.states = states;
        this.record = services.record(states.id());
        this.total = totals.key(states.id());
        this.vanished = new boolean[states.users().size()];
    }

    /** Tries until it succeeds; empty when there is no such button. */
    Optional<LikeView> toggle() {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            boolean liked = state.filter(States.LIKED::equals).isPresent();
            Store.Answered<Optional<Bytes>> answered = store.commit(batch(liked), new Read.Get(record));
            if (answered.commit() instanceof Commit.Applied applied) {
                return answered.answer().flatMap(found -> view(found, applied.number(0), !liked));
            }
            if (!learn((Commit.Rejected) answered.commit())) {
                return Optional.empty();
            }
        }
        throw new StoreException.Unavailable("Too many presses of one user at once");
    }

    private Batch batch(boolean liked) {
        Batch.Builder batch = Batch.builder().require(Guard.present(record)).require(Guard.present(total));
        if (state.isPresent()) {
            batch.require(Guard.equalTo(states.key(day), state.get()));
        } else {
            batch.require(Guard.absent(states.key(0)));
            for (int other = 1; other < vanished.length; other++) {
                batch.require(vanished[other] ? Guard.absent(states.key(other)) : states.silent(other));
            }
        }
        if (!liked) {
            batch.add(total, 1);
        } else if (empty.isEmpty()) {
            batch.require(Guard.atLeast(total, 1)).add(total, -1);
        } else {
            batch.require(Guard.equalTo(total, empty.get())).add(total, 0);
        }
        if (state.isPresent()) {
            batch.put(states.key(day), liked ? States.NOT_LIKED : States.LIKED, Expiry.keep());
        } else {
            states.begin(batch);
        }
        batch.amend(record, Fields.instant(Kind.LIKE.last(), states.now()), Fields.tally(Kind.LIKE.total(), total));
        return (policy.durability() == Durability.RELAXED ? batch.relaxed() : batch).build();
    }

    /** Takes what was found for the next attempt. Returns false when there is no such button. */
    private boolean learn(Commit.Rejected rejected) {
        Guard guard = rejected.guard();
        if (guard.key().equals(record)) {
            return false;
        }
        if (guard.key().equals(total)) {
            return learnTotal(guard, rejected.found());
        }
        int which = state.isPresent() ? day : rejected.index() - TODAY_GUARD;
        if (guard instanceof Guard.Behind) {
            learnOther(which);
        } else {
            learnState(which, rejected.found());
        }
        return true;
    }

    private boolean learnTotal(Guard guard, Found found) {
        if (guard instanceof Guard.Present) {
            return totals.adopt(states.id());
        }
        empty = guard instanceof Guard.AtLeast && found instanceof Found.Value value
                ? Optional.of(value.value())
                : Optional.empty();
        return true;
    }

    private void learnState(int which, Found found) {
        switch (found) {
            case Found.Value value -> {
                day = which;
                state = Optional.of(value.value());
            }
            case Found.Nothing nothing -> {
                state = Optional.empty();
                vanished[which] = which > 0;
            }
            case Found.Collection collection -> throw new StoreException.WrongType();
            case Found.Membership membership -> throw unexpected(found);
            case Found.Score score -> throw unexpected(found);
            case Found.Size size -> throw unexpected(found);
        }
    }

    private static IllegalStateException unexpected(Found found) {
        return new IllegalStateException("No state of a like: " + found);
    }

    /** The list says that a state of another day still counts: reads what it says. */
    private void learnOther(int which) {
        Optional<Bytes> said = store.get(states.key(which));
        day = which;
        state = said;
        vanished[which] = said.isEmpty();
    }

    private Optional<LikeView> view(Bytes found, long count, boolean liked) {
        return Service.parse(Kind.LIKE, states.id(), found).map(read -> {
            Document now =
                    read.record().with(Kind.LIKE.last(), Iso.text(states.now())).with(Kind.LIKE.total(), count);
            Service service = new Service(Kind.LIKE, read.id(), read.url(), read.created(), now);
            return new LikeView(service, Math.max(0, count), liked);
        });
    }
}

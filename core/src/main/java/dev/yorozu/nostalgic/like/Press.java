package dev.yorozu.nostalgic.like;

import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.total.Totals;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One press on a like button: the state, the total and the record change together, in a batch that holds only for the
 * state that it is made for.
 *
 * <p>The button is read first, so that nothing is written where there is none. No lock is held: an attempt fails only
 * because another press of the same user, or one that took the last like away, was quicker since the look, so somebody
 * always gets on.
 */
final class Press {
    private static final int MOST_ATTEMPTS = 2000;

    private final Store store;
    private final LikePolicy policy;
    private final Services services;
    private final Totals totals;
    private final States states;
    private final AddressLimit limit;
    private final Key record;
    private final Key total;

    Press(Store store, LikePolicy policy, Services services, Totals totals, States states, AddressLimit limit) {
        this.store = store;
        this.policy = policy;
        this.services = services;
        this.totals = totals;
        this.states = states;
        this.limit = limit;
        this.record = services.record(states.id());
        this.total = totals.key(states.id());
    }

    /** Tries until it succeeds, or cannot. */
    Toggle toggle() {
        List<Read.Get> questions = new ArrayList<>(List.of(new Read.Get(record), new Read.Get(total)));
        questions.addAll(states.questions());
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            List<Optional<Bytes>> answers = store.readAll(questions);
            Optional<Service> found = answers.get(0).flatMap(text -> services.parse(states.id(), text));
            if (found.isEmpty()) {
                return new Toggle.Unknown();
            }
            Service service = found.get();
            Optional<Bytes> count = answers.get(1);
            if (service.isEarlier()) {
                services.takeOver(service);
            } else if (count.isEmpty()) {
                totals.adopt(states.id());
            } else {
                List<Optional<Bytes>> said = answers.subList(2, answers.size());
                Optional<Integer> day = states.day(store, said);
                boolean liked = states.liked(store, service, day, said);
                Commit commit = store.commit(batch(liked, count.get(), day, said));
                if (commit instanceof Commit.Applied applied) {
                    return new Toggle.Toggled(view(service, applied.number(0), !liked));
                }
                if (commit instanceof Commit.Rejected rejected
                        && rejected.guard().equals(limit.room())) {
                    return new Toggle.Limited(limit.left(store));
                }
            }
        }
        throw new StoreException.Unavailable("Too many presses of one user at once");
    }

    private Batch batch(boolean liked, Bytes count, Optional<Integer> counting, List<Optional<Bytes>> said) {
        Batch.Builder batch = Batch.builder().require(Guard.present(record)).require(Guard.present(total));
        states.unchanged(counting, said).forEach(batch::require);
        if (!liked) {
            batch.add(total, 1);
        } else if (count.number().orElse(1) > 0) {
            batch.require(Guard.atLeast(total, 1)).add(total, -1);
        } else {
            batch.require(Guard.equalTo(total, count)).add(total, 0);
        }
        Bytes next = liked ? States.NOT_LIKED : States.LIKED;
        counting.ifPresentOrElse(day -> batch.put(states.key(day), next, Expiry.keep()), () -> {
            batch.require(limit.room());
            limit.count(batch);
            states.begin(batch, next);
        });
        batch.amend(record, Fields.instant(Kind.LIKE.last(), states.now()), Fields.tally(Kind.LIKE.total(), total));
        return (policy.durability() == Durability.RELAXED ? batch.relaxed() : batch).build();
    }

    private LikeView view(Service read, long count, boolean liked) {
        return new LikeView(read.used(states.now(), count), Math.max(0, count), liked);
    }
}

package dev.yorozu.nostalgic.ranking;

import dev.yorozu.nostalgic.source.Watch;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The last places of rankings that were seen lately. Most scores do not get into a full ranking: those can be told by a look at
 * the last place, without a batch.
 *
 * <p>What was seen is a hint: it tells whether the look is worthwhile, which it is not before some score was too low. It is
 * the answer only while the store says that nothing changed since; where the store does not tell, it is asked.
 */
final class LastPlaces {
    private static final int PLACES = 1024;

    private final Store store;
    private final AtomicReferenceArray<@Nullable Seen> places = new AtomicReferenceArray<>(PLACES);

    LastPlaces(Store store) {
        this.store = store;
    }

    /**
     * @param revision of the scores, before they were looked at; empty where it is not to be relied on
     * @param last who has the last place, or nobody; empty when it is only known that somebody has
     */
    private record Seen(String id, Order order, int entries, OptionalLong revision, Optional<List<Ranked>> last) {
        boolean isOf(Ranking ranking) {
            return id.equals(ranking.id()) && order == ranking.order() && entries == ranking.maxEntries();
        }

        /** Who does not come before the last one gets no place, nor a better one than the name already has. */
        boolean mayKeepOut(Ranked wanted) {
            return last.isEmpty() || last.get().stream().anyMatch(somebody -> !wanted.precedes(somebody, order));
        }
    }

    /**
     * Whether a score that nothing else keeps out is too low. What the visitor did before is asked for in the same trip, since
     * it comes first; where it may stand in the way, or the score gets a place, this is false, and a batch has to tell.
     */
    boolean isTooLow(Ranking ranking, Ranked wanted, Key mark, AddressLimit limit) {
        Seen seen = seen(ranking);
        if (seen == null || !seen.mayKeepOut(wanted)) {
            return false;
        }
        Watch watch = new Watch(store, ranking.scores());
        OptionalLong revision = watch.revision();
        Seen current = revision.isPresent() && revision.equals(seen.revision()) ? seen : null;
        List<Read<?>> questions = new ArrayList<>(List.of(new Read.Get(mark), limit.question()));
        if (current == null) {
            int last = ranking.maxEntries() - 1;
            questions.add(new Read.Ranks(ranking.scores(), ranking.order(), last, last));
        }
        List<Object> answers = store.readAll(questions);
        Seen now = current != null ? current : seen(ranking, revision, watch, answers.get(2));
        return text(answers.get(0)).isEmpty() && limit.hasRoom(text(answers.get(1))) && now.mayKeepOut(wanted);
    }

    /** A score was too low, which what was seen did not tell: the next one is worth a look. */
    void doubt(Ranking ranking) {
        keep(ranking, OptionalLong.empty(), Optional.empty());
    }

    private @Nullable Seen seen(Ranking ranking) {
        Seen seen = places.get(place(ranking));
        return seen != null && seen.isOf(ranking) ? seen : null;
    }

    @SuppressWarnings("unchecked") // The answer has the type of its question.
    private Seen seen(Ranking ranking, OptionalLong revision, Watch watch, Object last) {
        OptionalLong reliable = revision.isPresent() && watch.isLasting() ? revision : OptionalLong.empty();
        return keep(ranking, reliable, Optional.of((List<Ranked>) last));
    }

    private Seen keep(Ranking ranking, OptionalLong revision, Optional<List<Ranked>> last) {
        Seen seen = new Seen(ranking.id(), ranking.order(), ranking.maxEntries(), revision, last);
        places.set(place(ranking), seen);
        return seen;
    }

    private static int place(Ranking ranking) {
        return ranking.id().hashCode() & (PLACES - 1);
    }

    @SuppressWarnings("unchecked") // The answer has the type of its question.
    private static Optional<Bytes> text(Object answer) {
        return (Optional<Bytes>) answer;
    }
}

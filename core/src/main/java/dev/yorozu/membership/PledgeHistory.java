package dev.yorozu.membership;

import java.util.List;
import java.util.Optional;

/**
 * What is written down of one patron's pledges, to hold a new event against.
 *
 * @param newest the events that were written down last, the last one first, up to {@link #LENGTH}
 */
public record PledgeHistory(List<PledgeEvent> newest) {
    /**
     * How many events count. Each was no earlier than those before it, so that one would do if all events said when the
     * patron was charged; those that do not are compared by less, and some more keep an old one from slipping past them.
     */
    public static final int LENGTH = 20;

    public PledgeHistory {
        newest = List.copyOf(newest);
    }

    /** What becomes of an event that is not worth writing down; empty when it is. */
    public Optional<PledgeOutcome> outdated(PledgeEvent event) {
        if (newest.stream().anyMatch(known -> known.delivery().equals(event.delivery()))) {
            return Optional.of(PledgeOutcome.KNOWN);
        }
        return newest.stream().anyMatch(known -> event.compareMoments(known) < 0)
                ? Optional.of(PledgeOutcome.OUTDATED)
                : Optional.empty();
    }

    /** What becomes of an event that is written down after these. */
    public PledgeOutcome followedBy(PledgeEvent event) {
        return !newest.isEmpty() && newest.getFirst().plan() == event.plan()
                ? PledgeOutcome.UNCHANGED
                : PledgeOutcome.CHANGED;
    }
}

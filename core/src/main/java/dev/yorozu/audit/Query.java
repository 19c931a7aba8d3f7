package dev.yorozu.audit;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Which events to show.
 *
 * @param kind all kinds when empty
 * @param user all users, and events of nobody, when empty
 * @param since the first instant
 * @param until the last instant
 */
public record Query(Optional<Kind> kind, Optional<String> user, Instant since, Instant until) {
    /** Everything that is kept. */
    public static final Query ALL = new Query(Optional.empty(), Optional.empty(), Instant.MIN, Instant.MAX);

    public Query of(Kind only) {
        return new Query(Optional.of(only), user, since, until);
    }

    public Query by(String who) {
        return new Query(kind, Optional.of(who), since, until);
    }

    public Query since(Instant first) {
        return new Query(kind, user, first, until);
    }

    public Query until(Instant last) {
        return new Query(kind, user, since, last);
    }

    List<Kind> kinds() {
        return kind.map(List::of).orElse(List.of(Kind.values()));
    }

    boolean admits(Event event) {
        return !event.at().isBefore(since)
                && !event.at().isAfter(until)
                && (user.isEmpty() || user.equals(event.user()));
    }
}

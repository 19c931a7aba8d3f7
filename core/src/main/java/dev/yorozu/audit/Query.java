package dev.yorozu.audit;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which events to show.
 *
 * @param kind all kinds when empty
 * @param user all users, and events without a user, when empty
 * @param aliases what single systems call the same user, by the names of the systems; of no meaning without a user
 * @param since the first instant
 * @param until the last instant
 */
public record Query(
        Optional<Kind> kind, Optional<String> user, Map<String, Set<String>> aliases, Instant since, Instant until) {
    /** Everything that is kept. */
    public static final Query ALL = new Query(Optional.empty(), Optional.empty(), Map.of(), Instant.MIN, Instant.MAX);

    public Query {
        aliases = Map.copyOf(aliases);
    }

    public Query of(Kind only) {
        return new Query(Optional.of(only), user, aliases, since, until);
    }

    public Query by(String who) {
        return new Query(kind, Optional.of(who), aliases, since, until);
    }

    /** The same, also for what systems call the user by other names of theirs. */
    public Query alsoBy(Map<String, Set<String>> names) {
        return new Query(kind, user, names, since, until);
    }

    public Query since(Instant first) {
        return new Query(kind, user, aliases, first, until);
    }

    public Query until(Instant last) {
        return new Query(kind, user, aliases, since, last);
    }

    List<Kind> kinds() {
        return kind.map(List::of).orElse(List.of(Kind.values()));
    }

    boolean admits(Event event) {
        return !event.at().isBefore(since)
                && !event.at().isAfter(until)
                && (user.isEmpty() || user.equals(event.user()) || isAlias(event));
    }

    private boolean isAlias(Event event) {
        Set<String> names = aliases.getOrDefault(event.system(), Set.of());
        return event.user().filter(names::contains).isPresent();
    }
}

package dev.yorozu.feed;

import dev.yorozu.credential.Scope;
import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.session.Session;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A key by which revocations are known, and the realm whose tokens it is about.
 *
 * @param realm the name of a system, or {@code app/} and that of an app
 * @param id the last part of its name: of a token, a session or a user
 */
record FedKey(KeyPattern.Tells tells, Key key, String realm, String id, boolean secretId) {
    /** The key of this pattern that has this name; empty where the pattern tells nothing. */
    static Optional<FedKey> of(KeyPattern pattern, Key key) {
        return pattern.tells().map(tells -> {
            List<String> parts = pattern.match(key.name()).orElseThrow();
            String realm = AppKeys.isOwn(pattern) ? Scope.realmOf(parts.getFirst()) : pattern.owner();
            return new FedKey(
                    tells,
                    key,
                    realm,
                    parts.getLast(),
                    pattern.parts().getLast().secret());
        });
    }

    boolean isSession() {
        return tells == KeyPattern.Tells.SESSION;
    }

    /** What to ask for the truth. */
    Read<?> question() {
        return switch (tells) {
            case REVOKED_TOKEN, SESSION -> new Read.Type(key);
            case USER_BEFORE -> new Read.Get(key);
            case LISTED_TOKENS -> new Read.Members(key);
        };
    }

    /**
     * What is true by the answer to the {@link #question}.
     *
     * @param listed what a set of tokens held before
     */
    Stream<Event> events(Object answer, Set<Bytes> listed, Instant now) {
        return switch (tells) {
            case REVOKED_TOKEN -> isThere(answer) ? Stream.of(Event.ofToken(id, now)) : Stream.empty();
            case SESSION ->
                isThere(answer)
                        ? Stream.empty()
                        : Stream.of(Event.ofSession(secretId ? Session.publicId(id) : id, now));
            case USER_BEFORE ->
                isThere(answer) ? Stream.of(Event.ofUser(id, second((Optional<?>) answer, now), now)) : Stream.empty();
            case LISTED_TOKENS ->
                listed.stream()
                        .filter(each -> !((Set<?>) answer).contains(each))
                        .map(each -> Event.ofToken(each.text(), now));
        };
    }

    private static boolean isThere(Object answer) {
        return ((Optional<?>) answer).isPresent();
    }

    /** A moment that is no number was written wrongly, and until it is put right nothing counts that was issued by now. */
    private static long second(Optional<?> moment, Instant now) {
        OptionalLong second = ((Bytes) moment.orElseThrow()).number();
        return second.orElse(now.getEpochSecond() + 1);
    }
}

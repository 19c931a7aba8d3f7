package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.MARK_NOT_LISTED;

import dev.yorozu.nostalgic.Marks;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether a mark, or the counter of an address, is in the list of marks. One that is not was left by the platform's earlier program; it ends by
 * itself, but a deletion would pass it over, and its user would be counted again.
 */
record MarkCheck(Store store, IntegrityPolicy policy) {
    Optional<Flaw> look(Place.Data place, Seen seen) {
        Marks marks = new Marks(place.kind());
        Key list = place.kind().keys().marks().key(place.id());
        Bytes user = marks.member(place.key());
        try {
            if (marks.areListed(store, List.of(new Marks.Listing(place.id(), user)))
                    .getFirst()) {
                return Optional.empty();
            }
        } catch (StoreException.WrongType reportedWithItsKey) {
            return Optional.empty();
        }
        return store.remaining(place.key())
                .filter(Life.Ends.class::isInstance)
                .map(life -> flaw(place, seen, list, user, ((Life.Ends) life)));
    }

    private Flaw flaw(Place.Data place, Seen seen, Key list, Bytes user, Life.Ends life) {
        Instant end = policy.days().clock().instant().plus(life.left());
        List<Guard> proof = new ArrayList<>(seen.unchanged());
        // The list must not end before the last mark in it.
        Instant last = end.isAfter(listed(list)) ? end : listed(list);
        return Flaw.repairable(
                MARK_NOT_LISTED,
                place.kind(),
                place.id(),
                place.key(),
                "The mark is not in the list of marks.",
                "add it",
                proof,
                new Marks(place.kind()).enlist(place.id(), user, end),
                new Write.Expire(list, Expiry.at(last)));
    }

    private Instant listed(Key list) {
        return store.remaining(list)
                .filter(Life.Ends.class::isInstance)
                .map(life -> policy.days().clock().instant().plus(((Life.Ends) life).left()))
                .orElse(Instant.EPOCH);
    }
}

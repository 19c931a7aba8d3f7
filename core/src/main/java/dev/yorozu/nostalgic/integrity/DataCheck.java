package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.COUNT_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.LEFTOVER;
import static dev.yorozu.nostalgic.integrity.Damage.NO_END;
import static dev.yorozu.nostalgic.integrity.Damage.RECORD_LOST;
import static dev.yorozu.nostalgic.integrity.Damage.UNEXPECTED_END;
import static dev.yorozu.nostalgic.integrity.Damage.WRONG_TYPE;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Lifetime;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Looks at one key of a service by itself: whose it is, its type, its end. */
record DataCheck(Store store, Known known, MarkCheck marks, Ends ends) {
    List<Flaw> look(Place.Data place) {
        Seen seen = Seen.at(store, place.key());
        if (!seen.isThere()) {
            return List.of();
        }
        if (!known.hasRecord(place.kind(), place.id())) {
            return List.of(orphan(place));
        }
        if (type(seen) != place.pattern().type()) {
            return wrongType(place, seen);
        }
        List<Flaw> flaws = new ArrayList<>();
        if (isDaily(place)
                && seen.text().filter(text -> text.number().isEmpty()).isPresent()) {
            flaws.add(unreadable(place, seen));
        }
        end(place, seen).ifPresent(flaws::add);
        if (place.isListed()) {
            marks.look(place, seen).ifPresent(flaws::add);
        }
        return flaws;
    }

    private static ValueType type(Seen seen) {
        return seen instanceof Seen.Collection collection ? collection.type() : ValueType.STRING;
    }

    private static boolean isDaily(Place.Data place) {
        return place.pattern().equals(NostalgicKeys.COUNTER_DAILY);
    }

    /** The days of the earlier program have no end until the counter is taken over. */
    private boolean isEarlier(Place.Data place) {
        return known.service(place.kind(), place.id())
                .filter(Service::isEarlier)
                .isPresent();
    }

    private Flaw orphan(Place.Data place) {
        Kind kind = place.kind();
        Key record = kind.keys().service().key(place.id());
        List<Guard> proof = List.of(Guard.absent(record), Guard.present(place.key()));
        if (known.isLost(kind, place.id())) {
            return Flaw.open(
                            RECORD_LOST,
                            kind,
                            place.id(),
                            place.key(),
                            "The " + kind.id() + " that this belongs to has no record, but is still known elsewhere.",
                            "restore the record from a backup, or remove the rest with cleanup invalid",
                            proof)
                    .clearedWhole();
        }
        return Flaw.repairable(
                LEFTOVER,
                kind,
                place.id(),
                place.key(),
                "The " + kind.id() + " that this belongs to is no more.",
                "delete it",
                proof,
                new Write.Delete(place.key()));
    }

    private List<Flaw> wrongType(Place.Data place, Seen seen) {
        KeyPattern pattern = place.pattern();
        if (pattern.equals(place.kind().keys().ownerToken()) || isTotal(pattern)) {
            return List.of(); // Found with the record, which tells what should be there.
        }
        String what = "The key holds another type than " + pattern.type().name().toLowerCase(Locale.ROOT) + ".";
        if (pattern.lifetime() instanceof Lifetime.Endless) {
            return List.of(Flaw.open(
                    WRONG_TYPE,
                    place.kind(),
                    place.id(),
                    place.key(),
                    what,
                    "look at it with keys get; nothing can be kept there until keys delete removes it",
                    seen.unchanged()));
        }
        return List.of(Flaw.repairable(
                WRONG_TYPE,
                place.kind(),
                place.id(),
                place.key(),
                what,
                "delete it",
                seen.unchanged(),
                new Write.Delete(place.key())));
    }

    private static boolean isTotal(KeyPattern pattern) {
        return pattern.equals(NostalgicKeys.COUNTER_TOTAL) || pattern.equals(NostalgicKeys.LIKE_TOTAL);
    }

    private static Flaw unreadable(Place.Data place, Seen seen) {
        return Flaw.repairable(
                COUNT_UNREADABLE,
                place.kind(),
                place.id(),
                place.key(),
                "The count of the day is no number.",
                "delete it",
                seen.unchanged(),
                new Write.Delete(place.key()));
    }

    private Optional<Flaw> end(Place.Data place, Seen seen) {
        Optional<Life> life = store.remaining(place.key());
        if (life.isEmpty()) {
            return Optional.empty();
        }
        boolean should = !(place.pattern().lifetime() instanceof Lifetime.Endless);
        boolean does = life.get() instanceof Life.Ends;
        if (should == does || (isDaily(place) && isEarlier(place))) {
            return Optional.empty();
        }
        // A count that goes on or a list that grows is as good as the one that was seen.
        boolean counts =
                isDaily(place) || place.pattern().equals(place.kind().keys().addresses());
        List<Guard> proof =
                should && seen instanceof Seen.Text && !counts ? seen.unchanged() : List.of(Guard.present(place.key()));
        Expiry expiry = should ? ends.of(place) : Expiry.never();
        return Optional.of(Flaw.repairable(
                should ? NO_END : UNEXPECTED_END,
                place.kind(),
                place.id(),
                place.key(),
                should ? "The key has no end." : "The key has an end.",
                should ? "let it end, " + place.pattern().lifetime().describe() : "let it stay",
                proof,
                new Write.Expire(place.key(), expiry)));
    }
}

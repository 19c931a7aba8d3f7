package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.UNDECLARED_KEY;

import dev.yorozu.store.Store;
import java.util.List;

/** Looks at a place, whatever it is. Belongs to one check. */
final class Looks {
    private final Store store;
    private final Known known;
    private final MappingCheck mappings;
    private final IndexCheck indexes;
    private final RecordCheck records;
    private final DataCheck keys;

    Looks(Store store, IntegrityPolicy policy) {
        this.store = store;
        known = new Known(store);
        mappings = new MappingCheck(store, known);
        indexes = new IndexCheck(store, known);
        records = new RecordCheck(store, known, new ContentCheck(store, policy));
        keys = new DataCheck(store, known, new MarkCheck(store, policy), new Ends(policy));
    }

    Known known() {
        return known;
    }

    List<Flaw> look(Place place) {
        return switch (place) {
            case Place.Mapping mapping -> mappings.look(mapping);
            case Place.Index index -> indexes.look(index);
            case Place.Member member -> indexes.look(member);
            case Place.Record service -> records.look(service);
            case Place.Data data -> keys.look(data);
            case Place.Unknown unknown -> undeclared(unknown);
        };
    }

    private List<Flaw> undeclared(Place.Unknown place) {
        if (store.type(place.key()).isEmpty()) {
            return List.of();
        }
        return List.of(Flaw.open(
                UNDECLARED_KEY,
                place.kind(),
                owner(place),
                place.key(),
                "The product does not write keys of this form.",
                "whoever made it knows what it is for; keys delete removes it",
                List.of()));
    }

    /** The service that a key seems to be about: what stands between the first two colons, if that can be a name. */
    private static String owner(Place.Unknown place) {
        String[] parts = place.key().name().split(":", 3);
        return parts.length > 1 && place.kind().keys().service().find(parts[1]).isPresent() ? parts[1] : "";
    }
}

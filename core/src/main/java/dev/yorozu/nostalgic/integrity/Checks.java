package dev.yorozu.nostalgic.integrity;

import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.List;

/** Looks at a place, whatever it is. Belongs to one check. */
final class Checks {
    private final Store store;
    private final Known known;
    private final LookupCheck lookups;
    private final RecordCheck records;
    private final KeyCheck keys;

    Checks(Store store, IntegrityPolicy policy) {
        this.store = store;
        known = new Known(store);
        lookups = new LookupCheck(store, known);
        records = new RecordCheck(store, known, policy);
        keys = new KeyCheck(store, known, policy);
    }

    Known known() {
        return known;
    }

    LookupCheck lookups() {
        return lookups;
    }

    KeyCheck keys() {
        return keys;
    }

    List<Flaw> look(Place place) {
        List<Flaw> flaws = new ArrayList<>();
        switch (place) {
            case Place.Mapping mapping -> lookups.look(mapping, flaws);
            case Place.Index index -> lookups.look(index, flaws);
            case Place.Member member -> lookups.look(member, flaws);
            case Place.Record service -> records.look(service, flaws);
            case Place.Data data -> keys.look(data, flaws);
            case Place.Unknown unknown -> look(unknown, flaws);
        }
        return flaws;
    }

    private void look(Place.Unknown place, List<Flaw> flaws) {
        if (store.type(place.key()).isPresent()) {
            String what = "The product does not write keys of this form.";
            flaws.add(Flaw.of(Damage.UNDECLARED_KEY, place.kind(), owner(place), place.key(), what)
                    .open("whoever made it knows what it is for; keys delete removes it"));
        }
    }

    /** The service that a key seems to be about: what stands between the first two colons, if that can be a name. */
    private static String owner(Place.Unknown place) {
        String[] parts = place.key().name().split(":", 3);
        return parts.length > 1 && place.kind().keys().service().find(parts[1]).isPresent() ? parts[1] : "";
    }
}

package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.MAPPING_ASTRAY;
import static dev.yorozu.nostalgic.integrity.Damage.MAPPING_WITHOUT_SERVICE;
import static dev.yorozu.nostalgic.integrity.Damage.UNEXPECTED_END;
import static dev.yorozu.nostalgic.integrity.Damage.WRONG_TYPE;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at the mapping of an address: does it lead to a service of that address? */
record MappingCheck(Store store, Known known) {
    private static final String LOST =
            "its record is lost: restore it from a backup, or remove the rest with cleanup invalid";

    List<Flaw> look(Place.Mapping place) {
        Kind kind = place.kind();
        Key key = place.key();
        Seen seen = Seen.at(store, key);
        return switch (seen) {
            case Seen.Nothing gone -> List.of();
            case Seen.Collection other ->
                List.of(Flaw.repairable(
                                WRONG_TYPE,
                                kind,
                                "",
                                key,
                                "The mapping of an address is no string.",
                                "delete it; the service of the address, if any, is mapped anew",
                                seen.unchanged(),
                                new Write.Delete(key))
                        .at(Point.MAPPING));
            case Seen.Text text -> look(kind, key, text);
        };
    }

    private List<Flaw> look(Kind kind, Key key, Seen.Text text) {
        String id = text.value().text();
        List<Flaw> flaws = new ArrayList<>();
        if (!known.hasRecord(kind, id)) {
            flaws.add(orphan(kind, key, id, text));
        } else {
            Optional<Service> service = known.service(kind, id);
            if (service.isPresent() && !leadsTo(key, service.get())) {
                flaws.add(Flaw.repairable(
                        MAPPING_ASTRAY,
                        kind,
                        id,
                        key,
                        "The address leads to " + id + ", which was made for another address.",
                        "delete the mapping",
                        text.unchanged(),
                        new Write.Delete(key)));
            }
        }
        if (store.remaining(key).filter(Life.Ends.class::isInstance).isPresent()) {
            flaws.add(Flaw.repairable(
                    UNEXPECTED_END,
                    kind,
                    id,
                    key,
                    "The mapping has an end.",
                    "let it stay",
                    text.unchanged(),
                    new Write.Expire(key, Expiry.never())));
        }
        return flaws;
    }

    private Flaw orphan(Kind kind, Key key, String id, Seen.Text text) {
        known.leads(kind, id);
        String what = "The address leads to a " + kind.id() + " that is not there.";
        if (known.isLost(kind, id)) {
            return Flaw.open(MAPPING_WITHOUT_SERVICE, kind, id, key, what, LOST, text.unchanged())
                    .clearedWhole();
        }
        return Flaw.repairable(
                MAPPING_WITHOUT_SERVICE,
                kind,
                id,
                key,
                what,
                "delete the mapping",
                text.unchanged(),
                new Write.Delete(key));
    }

    private static boolean leadsTo(Key mapping, Service service) {
        return service.kind()
                .keys()
                .mapping()
                .find(SiteUrl.encode(service.url()))
                .filter(mapping::equals)
                .isPresent();
    }
}

package dev.yorozu.nostalgic.integrity;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks at what leads to services: the mappings of addresses, and the index of each kind. */
record LookupCheck(Store store, Known known) {
    void look(Place.Mapping place, List<Flaw> flaws) {
        switch (Seen.at(store, place.key())) {
            case Seen.Nothing gone -> {}
            case Seen.Collection other ->
                flaws.add(Flaw.of(
                                Damage.WRONG_TYPE,
                                place.kind(),
                                "",
                                place.key(),
                                "The mapping of an address is no string.")
                        .at(Point.MAPPING)
                        .proven(other.unchanged())
                        .deleted("delete it; the service of the address, if any, is mapped anew"));
            case Seen.Text text -> look(place.kind(), place.key(), text, flaws);
        }
    }

    private void look(Kind kind, Key key, Seen.Text text, List<Flaw> flaws) {
        String id = text.value().text();
        if (!known.hasRecord(kind, id)) {
            known.leads(kind, id);
            String what = "The address leads to a " + kind.id() + " that is not there.";
            Flaw flaw =
                    Flaw.of(Damage.MAPPING_WITHOUT_SERVICE, kind, id, key, what).proven(text.unchanged());
            flaws.add(known.isLost(kind, id) ? flaw.lost() : flaw.deleted("delete the mapping"));
        } else if (known.service(kind, id)
                .filter(service -> !leadsTo(key, service))
                .isPresent()) {
            String what = "The address leads to " + id + ", which was made for another address.";
            flaws.add(Flaw.of(Damage.MAPPING_ASTRAY, kind, id, key, what)
                    .proven(text.unchanged())
                    .deleted("delete the mapping"));
        }
        if (known.left(key).isPresent()) {
            flaws.add(Flaw.of(Damage.UNEXPECTED_END, kind, id, key, "The mapping has an end.")
                    .proven(text.unchanged())
                    .kept());
        }
    }

    private static boolean leadsTo(Key mapping, Service service) {
        Optional<Key> own = service.kind().keys().mapping().find(SiteUrl.encode(service.url()));
        return own.filter(mapping::equals).isPresent();
    }

    void look(Place.Index place, List<Flaw> flaws) {
        Key key = place.kind().keys().index().key();
        Seen seen = Seen.at(store, key);
        if (seen.isThere() && !seen.is(ValueType.RANK)) {
            flaws.add(Flaw.of(Damage.WRONG_TYPE, place.kind(), "", key, "The index is no sorted set.")
                    .at(Point.INDEX)
                    .proven(seen.unchanged())
                    .deleted("delete it, and fill it anew from the records"));
        } else if (known.left(key).isPresent()) {
            flaws.add(Flaw.of(Damage.UNEXPECTED_END, place.kind(), "", key, "The index has an end.")
                    .proven(Guard.present(key))
                    .kept());
        }
    }

    void look(Place.Member place, List<Flaw> flaws) {
        Kind kind = place.kind();
        String id = place.member().text();
        if (known.hasRecord(kind, id) || !known.isIndexed(kind, place.member())) {
            return;
        }
        Key key = kind.keys().index().key();
        String what = "The index names a " + kind.id() + " that is not there.";
        Flaw flaw = Flaw.of(Damage.INDEX_WITHOUT_SERVICE, kind, id, key, what);
        Write removal = new Write.RankRemove(key, List.of(place.member()));
        flaws.add(
                known.isLost(kind, id)
                        ? flaw.lost()
                        : flaw.proven(Guard.present(key)).repaired("remove the name from the index", removal));
    }

    /** The members of an index that have no record: a question for a whole page tells which deserve a closer look. */
    List<Bytes> withoutRecord(Kind kind, List<Bytes> members) {
        List<Bytes> nameable = members.stream()
                .filter(member -> kind.keys().service().find(member.text()).isPresent())
                .toList();
        List<Optional<ValueType>> types = nameable.isEmpty()
                ? List.of()
                : store.readAll(nameable.stream()
                        .map(member -> new Read.Type(kind.keys().service().key(member.text())))
                        .toList());
        Set<Bytes> with = new HashSet<>();
        for (int i = 0; i < nameable.size(); i++) {
            if (types.get(i).isPresent()) {
                with.add(nameable.get(i));
            }
        }
        return members.stream().filter(member -> !with.contains(member)).toList();
    }
}

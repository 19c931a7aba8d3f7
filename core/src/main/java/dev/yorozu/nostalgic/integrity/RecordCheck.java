package dev.yorozu.nostalgic.integrity;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a record, and at the places that must agree with it: mapping, index, owner's token, what it counts. */
record RecordCheck(Store store, Known known, IntegrityPolicy policy) {
    private static final String DECIDE = "nobody can know what it said: restore it from a backup, or remove the service"
            + " with cleanup service or cleanup invalid";
    private static final String FOREIGN =
            "some other program may have written it: restore it from a backup, or remove the"
                    + " service with cleanup service";

    void look(Place.Record place, List<Flaw> flaws) {
        Kind kind = place.kind();
        String id = place.id();
        Key key = kind.keys().service().key(id);
        switch (Seen.at(store, key)) {
            case Seen.Nothing gone -> {}
            case Seen.Collection other ->
                flaws.add(Flaw.of(Damage.WRONG_TYPE, kind, id, key, "The record is no string.")
                        .at(Point.METADATA)
                        .proven(other.unchanged())
                        .open(DECIDE)
                        .removedWhole());
            case Seen.Text text ->
                Service.parse(kind, id, text.value())
                        .ifPresentOrElse(
                                service -> look(service, text, flaws), () -> flaws.add(unreadable(kind, id, text)));
        }
    }

    /** An object may be what a program wrote that is newer, or older still: it is not taken for rubbish. */
    private static Flaw unreadable(Kind kind, String id, Seen.Text text) {
        String what = "The record is no JSON of a " + kind.id() + " of this name.";
        Flaw flaw =
                Flaw.of(Damage.RECORD_UNREADABLE, kind, id, text.key(), what).proven(text.unchanged());
        boolean foreign = Document.parse(text.value()).isPresent();
        return foreign ? flaw.open(FOREIGN) : flaw.open(DECIDE).removedWhole();
    }

    private void look(Service service, Seen.Text record, List<Flaw> flaws) {
        service.kind()
                .keys()
                .mapping()
                .find(SiteUrl.encode(service.url()))
                .ifPresent(mapping -> mapping(service, mapping, flaws));
        index(service, flaws);
        owner(service, record, flaws);
        if (known.left(record.key()).isPresent()) {
            flaws.add(Flaw.of(Damage.UNEXPECTED_END, service, record.key(), "The record has an end.")
                    .proven(Guard.present(record.key()))
                    .kept());
        }
        if (!service.isEarlier()) {
            // What the earlier program wrote is set right when the service is first used.
            flaws.addAll(contents(service, record));
        }
    }

    private void mapping(Service service, Key key, List<Flaw> flaws) {
        Seen seen = Seen.at(store, key);
        Optional<String> mapped = seen.text().map(Bytes::text);
        if (mapped.filter(service.id()::equals).isPresent() || seen instanceof Seen.Collection) {
            return;
        }
        boolean taken = mapped.flatMap(other -> known.service(service.kind(), other))
                .filter(other -> other.url().equals(service.url()))
                .isPresent();
        if (taken) {
            String what = "The address of the service leads to another service of the same address.";
            flaws.add(Flaw.of(Damage.ADDRESS_TAKEN, service, key, what)
                    .proven(seen.unchanged())
                    .open("nobody can know which is the right one: remove the other with cleanup service")
                    .removedWhole());
        } else {
            String what = "The address of the service leads " + (mapped.isEmpty() ? "nowhere." : "somewhere else.");
            flaws.add(Flaw.of(Damage.SERVICE_WITHOUT_MAPPING, service, key, what)
                    .proven(seen.unchanged())
                    .repaired(
                            "let the address lead to it", new Write.Put(key, Bytes.of(service.id()), Expiry.never())));
        }
    }

    private void index(Service service, List<Flaw> flaws) {
        Bytes member = Bytes.of(service.id());
        if (known.isIndexed(service.kind(), member)) {
            return;
        }
        Key key = service.kind().keys().index().key();
        Flaw flaw = service.isEarlier()
                ? Flaw.of(
                        Damage.EARLIER_NOT_INDEXED,
                        service,
                        key,
                        "The earlier program made the service, and kept no index.")
                : Flaw.of(Damage.SERVICE_NOT_INDEXED, service, key, "The index does not name the service.");
        flaws.add(flaw.repaired(
                "add it, at the time of its creation",
                new Write.RankAdd(key, member, service.created().toEpochMilli(), Write.Replace.ALWAYS)));
    }

    /** Every writer of the record's copy changes the token in the same batch, so that a guard on the token will do. */
    private void owner(Service service, Seen.Text record, List<Flaw> flaws) {
        Key key = service.kind().keys().ownerToken().key(service.id());
        Seen seen = Seen.at(store, key);
        Optional<String> repeated = service.record().text("owner");
        if (seen instanceof Seen.Text text) {
            String hash = text.value().text();
            if (!service.isEarlier() && !repeated.filter(hash::equals).isPresent()) {
                String what = "The record repeats another hash of the owner's token than the one that counts.";
                flaws.add(Flaw.of(Damage.OWNER_DIFFERS, service, record.key(), what)
                        .proven(seen.unchanged(), Guard.present(record.key()))
                        .repaired(
                                "repeat the one that counts",
                                new Write.Amend(record.key(), List.of(Fields.text("owner", hash)))));
            }
            return;
        }
        Flaw flaw = (seen.isThere()
                        ? Flaw.of(Damage.WRONG_TYPE, service, key, "The owner's token is no string.")
                        : Flaw.of(Damage.OWNER_MISSING, service, key, "The owner's token is not there."))
                .at(Point.OWNER)
                .proven(seen.unchanged(), Guard.present(record.key()));
        flaws.add(repeated.map(hash -> flaw.repaired(
                        "restore its hash from the record", new Write.Put(key, Bytes.of(hash), Expiry.never())))
                .orElseGet(() ->
                        flaw.open("the record does not repeat it: restore it from a backup, or remove the service")));
    }

    /** What is wrong with what the service holds; nothing where a key of another type is in the way. */
    private List<Flaw> contents(Service service, Seen.Text record) {
        List<Flaw> flaws = new ArrayList<>();
        try {
            switch (service.kind()) {
                case COUNTER, LIKE -> new TotalCheck(store, policy).look(service, record, flaws);
                case RANKING -> new CollectionCheck(store).ranking(service, record, flaws);
                case BOARD -> new CollectionCheck(store).board(service, record, flaws);
            }
            return flaws;
        } catch (StoreException.WrongType reportedWithItsKey) {
            return List.of();
        }
    }
}

package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.ADDRESS_TAKEN;
import static dev.yorozu.nostalgic.integrity.Damage.EARLIER_NOT_INDEXED;
import static dev.yorozu.nostalgic.integrity.Damage.OWNER_DIFFERS;
import static dev.yorozu.nostalgic.integrity.Damage.OWNER_MISSING;
import static dev.yorozu.nostalgic.integrity.Damage.RECORD_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.SERVICE_NOT_INDEXED;
import static dev.yorozu.nostalgic.integrity.Damage.SERVICE_WITHOUT_MAPPING;
import static dev.yorozu.nostalgic.integrity.Damage.UNEXPECTED_END;
import static dev.yorozu.nostalgic.integrity.Damage.WRONG_TYPE;

import dev.yorozu.json.Document;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks at a record, and at the places that must agree with it: mapping, index, owner's token, what it counts. */
record RecordCheck(Store store, Known known, ContentCheck contents) {
    private static final String DECIDE = "nobody can know what it said: restore it from a backup, or remove the service"
            + " with cleanup service or cleanup invalid";
    private static final String FOREIGN =
            "some other program may have written it: restore it from a backup, or remove the"
                    + " service with cleanup service";

    List<Flaw> look(Place.Record place) {
        Kind kind = place.kind();
        String id = place.id();
        Key key = kind.keys().service().key(id);
        Seen seen = Seen.at(store, key);
        return switch (seen) {
            case Seen.Nothing gone -> List.of();
            case Seen.Collection other ->
                List.of(Flaw.open(WRONG_TYPE, kind, id, key, "The record is no string.", DECIDE, seen.unchanged())
                        .at(Point.METADATA)
                        .clearedWhole());
            case Seen.Text text ->
                Service.parse(kind, id, text.value())
                        .map(service -> look(service, text))
                        .orElseGet(() -> List.of(unreadable(kind, id, text)));
        };
    }

    /** An object may be what a program wrote that is newer, or older still: it is not taken for rubbish. */
    private static Flaw unreadable(Kind kind, String id, Seen.Text text) {
        boolean foreign = Document.parse(text.value()).isPresent();
        Flaw flaw = Flaw.open(
                RECORD_UNREADABLE,
                kind,
                id,
                text.key(),
                "The record is no JSON of a " + kind.id() + " of this name.",
                foreign ? FOREIGN : DECIDE,
                text.unchanged());
        return foreign ? flaw : flaw.clearedWhole();
    }

    private List<Flaw> look(Service service, Seen.Text record) {
        List<Flaw> flaws = new ArrayList<>();
        mapping(service).ifPresent(flaws::add);
        index(service).ifPresent(flaws::add);
        owner(service, record).ifPresent(flaws::add);
        end(service, record).ifPresent(flaws::add);
        if (!service.isEarlier()) {
            // What the earlier program wrote is set right when the service is first used.
            flaws.addAll(contents.look(service, record));
        }
        return flaws;
    }

    private Optional<Flaw> mapping(Service service) {
        Kind kind = service.kind();
        Optional<Key> found = kind.keys().mapping().find(SiteUrl.encode(service.url()));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        Key key = found.get();
        Seen seen = Seen.at(store, key);
        Optional<String> mapped = seen.text().map(Bytes::text);
        if (mapped.filter(service.id()::equals).isPresent() || seen instanceof Seen.Collection) {
            return Optional.empty();
        }
        boolean taken = mapped.flatMap(other -> known.service(kind, other))
                .filter(other -> other.url().equals(service.url()))
                .isPresent();
        if (taken) {
            return Optional.of(Flaw.open(
                            ADDRESS_TAKEN,
                            kind,
                            service.id(),
                            key,
                            "The address of the service leads to another service of the same address.",
                            "nobody can know which is the right one: remove the other with cleanup service",
                            seen.unchanged())
                    .clearedWhole());
        }
        return Optional.of(Flaw.repairable(
                SERVICE_WITHOUT_MAPPING,
                kind,
                service.id(),
                key,
                mapped.isEmpty()
                        ? "The address of the service leads nowhere."
                        : "The address of the service leads somewhere else.",
                "let the address lead to it",
                seen.unchanged(),
                new Write.Put(key, Bytes.of(service.id()), Expiry.never())));
    }

    private Optional<Flaw> index(Service service) {
        Kind kind = service.kind();
        Key key = kind.keys().index().key();
        if (known.isIndexed(kind, service.id())) {
            return Optional.empty();
        }
        Bytes member = Bytes.of(service.id());
        return Optional.of(Flaw.repairable(
                service.isEarlier() ? EARLIER_NOT_INDEXED : SERVICE_NOT_INDEXED,
                kind,
                service.id(),
                key,
                service.isEarlier()
                        ? "The earlier program made the service, and kept no index."
                        : "The index does not name the service.",
                "add it, at the time of its creation",
                List.of(),
                new Write.RankAdd(key, member, service.created().toEpochMilli(), Write.Replace.ALWAYS)));
    }

    private Optional<Flaw> owner(Service service, Seen.Text record) {
        Key key = service.kind().keys().ownerToken().key(service.id());
        Seen seen = Seen.at(store, key);
        Optional<String> repeated = service.record().text("owner");
        // Whoever changes the record's copy changes the token in the same batch, so that a guard on the token will do.
        List<Guard> proof = new ArrayList<>(seen.unchanged());
        proof.add(Guard.present(record.key()));
        if (seen instanceof Seen.Text text) {
            String hash = text.value().text();
            return service.isEarlier() || repeated.filter(hash::equals).isPresent()
                    ? Optional.empty()
                    : Optional.of(Flaw.repairable(
                            OWNER_DIFFERS,
                            service.kind(),
                            service.id(),
                            record.key(),
                            "The record repeats another hash of the owner's token than the one that counts.",
                            "repeat the one that counts",
                            proof,
                            new Write.Amend(record.key(), List.of(Fields.text("owner", hash)))));
        }
        Damage damage = seen.isThere() ? WRONG_TYPE : OWNER_MISSING;
        String what = seen.isThere() ? "The owner's token is no string." : "The owner's token is not there.";
        Flaw flaw = repeated.map(hash -> Flaw.repairable(
                        damage,
                        service.kind(),
                        service.id(),
                        key,
                        what,
                        "restore its hash from the record",
                        proof,
                        new Write.Put(key, Bytes.of(hash), Expiry.never())))
                .orElseGet(() -> Flaw.open(
                        damage,
                        service.kind(),
                        service.id(),
                        key,
                        what,
                        "the record does not repeat it: restore it from a backup, or remove the service",
                        proof));
        return Optional.of(flaw.at(Point.OWNER));
    }

    private Optional<Flaw> end(Service service, Seen.Text record) {
        return store.remaining(record.key())
                .filter(Life.Ends.class::isInstance)
                .map(ends -> Flaw.repairable(
                        UNEXPECTED_END,
                        service.kind(),
                        service.id(),
                        record.key(),
                        "The record has an end.",
                        "let it stay",
                        List.of(Guard.present(record.key())),
                        new Write.Expire(record.key(), Expiry.never())));
    }
}

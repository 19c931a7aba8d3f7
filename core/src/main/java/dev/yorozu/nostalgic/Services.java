package dev.yorozu.nostalgic;

import dev.yorozu.json.Document;
import dev.yorozu.secret.Passwords;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * All services of one kind: how they are made, found by their owners, changed and deleted.
 *
 * <p>A service lies in three places that no batch can change together: its record with all that belongs to it, the
 * mapping from its address, and its place in the index of its kind. The record is the truth. Making one goes index,
 * mapping, record; deleting goes record, marks, mapping, index. A crash in between leaves a mapping or a member of the
 * index without a service, which mean nothing, are taken over by the next who makes a service for the address, and are
 * found by the integrity check. Who has made or deleted a service looks afterwards whether somebody did the opposite
 * meanwhile, and sets the other two places right (see {@link Places}): the last look comes after the last change, so
 * whatever the order, both agree with the record in the end.
 *
 * <p>A name is never taken from another address: the record is made only where there is none, and an address whose name
 * is taken gets a longer one. A new service begins on clean ground: its record is made only once the marks of an earlier
 * one are gone. Safe for use by many threads.
 */
public final class Services {
    private final Store store;
    private final Kind kind;
    private final Function<Service, List<Key>> belongings;
    private final Marks marks;
    private final Places places;
    private final OwnerTokens tokens;
    private final InstantSource clock;

    /** @param belongings all keys that a service can have, apart from its record, its owner's token and marks */
    public Services(
            Store store, Kind kind, Function<Service, List<Key>> belongings, Passwords passwords, InstantSource clock) {
        this.store = store;
        this.kind = kind;
        this.belongings = belongings;
        this.marks = new Marks(kind);
        this.places = new Places(store, kind);
        this.tokens = new OwnerTokens(passwords);
        this.clock = clock;
    }

    public Kind kind() {
        return kind;
    }

    /** Where the record of a service lies. */
    public Key record(String id) {
        return kind.keys().service().key(id);
    }

    private Key owner(String id) {
        return kind.keys().ownerToken().key(id);
    }

    /** The service of this name; empty when there is none, or what is there is no record. */
    public Optional<Service> find(String id) {
        return ServiceId.isValid(id)
                ? store.get(record(id)).flatMap(record -> Service.parse(kind, id, record))
                : Optional.empty();
    }

    /** The service of an address. */
    public Optional<Service> find(SiteUrl url) {
        return places.mapped(url)
                .flatMap(this::find)
                .filter(service -> service.url().equals(url.text()));
    }

    /** Makes a service for an address, or finds the one that is there. */
    public Creation create(SiteUrl url, String token, Draft draft) {
        return places.patiently(() -> {
            Optional<Service> there = find(url);
            if (there.isEmpty()) {
                there = unmapped(url);
            }
            if (there.isPresent()) {
                return Optional.of(settle(there.get(), token));
            }
            return make(url, vacancy(url), tokens.hash(token), draft);
        });
    }

    private Creation settle(Service service, String token) {
        Ownership ownership = check(service, token);
        if (ownership instanceof Ownership.Owned) {
            places.confirm(service);
            return new Creation.Existed(service);
        }
        return new Creation.Refused();
    }

    /** A service of the address that its mapping does not lead to. */
    private Optional<Service> unmapped(SiteUrl url) {
        return candidates(url).stream()
                .flatMap(id -> find(id).stream())
                .filter(service -> service.url().equals(url.text()))
                .findFirst();
    }

    /** The shortest name that no other address has. */
    private String vacancy(SiteUrl url) {
        List<String> candidates = candidates(url);
        List<Read.Type> questions =
                candidates.stream().map(id -> new Read.Type(record(id))).toList();
        List<Optional<?>> types = store.readAll(questions);
        for (int i = 0; i < candidates.size(); i++) {
            if (types.get(i).isEmpty()) {
                return candidates.get(i);
            }
        }
        throw new IllegalStateException("Another address has the very same hash");
    }

    private static List<String> candidates(SiteUrl url) {
        List<String> candidates = new ArrayList<>(ServiceId.LENGTHS);
        for (int longer = 0; longer < ServiceId.LENGTHS; longer++) {
            candidates.add(ServiceId.of(url, longer));
        }
        return candidates;
    }

    /** Makes the service; empty when somebody else changed something meanwhile, and all must be looked at again. */
    private Optional<Creation> make(SiteUrl url, String id, String hash, Draft draft) {
        Instant now = clock.instant();
        Document record = record(url, id, now, hash, draft);
        marks.sweep(store, id);
        if (!places.claim(url, id, now)) {
            return Optional.empty();
        }
        Batch.Builder batch = Batch.builder().require(Guard.absent(record(id))).require(marks.swept(id));
        batch.put(record(id), record.bytes(), Expiry.never()).put(owner(id), hash, Expiry.never());
        draft.beginning().apply(id).forEach(batch::write);
        if (!store.commit(batch.build()).applied()) {
            return Optional.empty();
        }
        Service service = Service.parse(kind, id, record.bytes()).orElseThrow();
        places.confirm(service);
        return Optional.of(new Creation.Created(service));
    }

    private Document record(SiteUrl url, String id, Instant now, String hash, Draft draft) {
        return Document.empty()
                .with("service", kind.id())
                .with("id", id)
                .with("url", url.text())
                .with("created", Iso.text(now))
                .withNull(kind.last())
                .with(kind.total(), 0)
                .withAll(draft.fields())
                .with(Service.SETTINGS, draft.settings())
                .with("owner", hash);
    }

    /** Whether the token is that of the address's owner. */
    public Ownership owned(SiteUrl url, String token) {
        Optional<Service> service = find(url);
        return service.isPresent() ? check(service.get(), token) : new Ownership.NoService();
    }

    private Ownership check(Service service, String token) {
        Optional<String> kept = store.get(owner(service.id())).map(Bytes::text);
        Optional<String> known = kept.or(() -> service.record().text("owner"));
        if (known.isEmpty() || !tokens.matches(token, known.get())) {
            return new Ownership.WrongToken();
        }
        return kept.isPresent() && !tokens.isOutdated(kept.get())
                ? new Ownership.Owned(service, kept.get())
                : modernise(service, kept, token);
    }

    /**
     * Keeps the token in today's form, and completes a record that the earlier program made. Of several requests that
     * come to this, one does it: all are bound to what was kept before.
     */
    private Ownership modernise(Service service, Optional<String> kept, String token) {
        String hash = tokens.hash(token);
        Key owner = owner(service.id());
        List<Write.Amend.Change> changes = new ArrayList<>(List.of(Fields.text("owner", hash)));
        if (!service.record().has(Service.SETTINGS)) {
            changes.add(Fields.object(Service.SETTINGS, Document.empty()));
        }
        store.commit(Batch.builder()
                .require(kept.isPresent() ? Guard.equalTo(owner, kept.get()) : Guard.absent(owner))
                .require(Guard.present(record(service.id())))
                .put(owner, hash, Expiry.never())
                .write(new Write.Amend(record(service.id()), changes))
                .build());
        Optional<Service> now = find(service.id());
        Optional<String> keptNow = store.get(owner).map(Bytes::text);
        return now.isPresent() && keptNow.isPresent()
                ? new Ownership.Owned(now.get(), keptNow.get())
                : new Ownership.NoService();
    }

    /**
     * Changes settings of a service, and what else goes with them, unless it was deleted or got another owner meanwhile.
     *
     * @param settings the fields to set; the others stay as they are
     * @param writes what else is written, before the record is changed
     * @param changes further changes of the record
     * @return the service as it is now; empty when it is the owner's no more
     */
    public Optional<Service> change(
            Ownership.Owned owned, Document settings, List<Write> writes, List<Write.Amend.Change> changes) {
        Key record = record(owned.service().id());
        List<Write.Amend.Change> all = new ArrayList<>(changes);
        all.addAll(Fields.below(Service.SETTINGS, settings));
        Batch.Builder batch = bound(owned);
        writes.forEach(batch::write);
        if (!all.isEmpty()) {
            batch.write(new Write.Amend(record, all));
        }
        return store.commit(batch.build()).applied() ? find(owned.service().id()) : Optional.empty();
    }

    /** A batch that happens only while the service is there and its owner's. */
    public Batch.Builder bound(Ownership.Owned owned) {
        String id = owned.service().id();
        return Batch.builder().require(Guard.present(record(id))).require(Guard.equalTo(owner(id), owned.hash()));
    }

    /** Deletes a service whole. Returns whether it still was the owner's. */
    public boolean delete(Ownership.Owned owned) {
        return delete(owned.service(), bound(owned));
    }

    /** Deletes a service whole, whoever owns it. Returns whether it was there. */
    public boolean delete(Service service) {
        return delete(service, Batch.builder().require(Guard.present(record(service.id()))));
    }

    private boolean delete(Service service, Batch.Builder batch) {
        String id = service.id();
        batch.delete(record(id)).delete(owner(id));
        belongings.apply(service).forEach(batch::delete);
        if (!store.commit(batch.build()).applied()) {
            return false;
        }
        marks.sweep(store, id);
        places.release(service);
        find(id).ifPresent(places::confirm);
        return true;
    }
}

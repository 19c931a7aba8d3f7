package dev.yorozu.nostalgic;

import dev.yorozu.date.Iso;
import dev.yorozu.json.Document;
import dev.yorozu.secret.Passwords;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * All services of one kind: how they are made, found by their owners, changed and deleted.
 *
 * <p>A service lies in three places that no batch can change together: its record with all that belongs to it, the
 * mapping from its address, and its place in the index of its kind. The record is the truth. Making one goes mapping,
 * index, record; deleting goes record, marks, index, mapping. A crash in between leaves marks, a mapping or a member of
 * the index without a service, which mean nothing: whoever makes a service for the address takes them over, whoever asks
 * for the address with a token removes them (the mapping, which leads to the rest, goes last), and the integrity check
 * finds them. Who has made or deleted a service looks afterwards whether somebody did the opposite meanwhile, and sets
 * the other two places right (see {@link Places}): the last look comes after the last change, so whatever the order, both
 * agree with the record in the end.
 *
 * <p>A name is never taken from another address: the record is made only where there is none, and an address whose name
 * is taken gets a longer one. An address has one service: where two were made for it at the same moment, under names of
 * different lengths, whoever finds the other's after making its own withdraws its own, and makes the places agree with the
 * other's. The one who made the later record always finds the earlier; where both find each other's, both begin again. A
 * new service begins on clean ground: its record is made only once the marks of an earlier one are gone. What lies under
 * its name or behind its mapping and is no record that can be read belongs to somebody all the same: nothing is made
 * beside it.
 *
 * <p>A service of the platform's earlier program is {@linkplain #takeOver taken over} when it is first used: it gets its
 * two places, then all that lies in its partition is brought into the documented form, by batches that hold only for what
 * was found, of which the last puts the record. Until then it is the earlier program's in every respect, and a crash in
 * between leaves it to whoever uses it next. Safe for use by many threads.
 */
public final class Services {
    /** How many keys a batch deletes; with as many marks, well within what a store accepts. */
    private static final int DELETIONS = 500;

    private final Store store;
    private final Kind kind;
    private final Function<Service, List<Key>> belongings;
    private final Earlier.Takeover takeover;
    private final Marks marks;
    private final Places places;
    private final OwnerTokens tokens;
    private final InstantSource clock;
    private final ParsedServices parsed;

    /**
     * @param belongings all keys that a service can have, apart from its record, its owner's token and marks; where there
     *     are very many, those that can be missed come last
     * @param takeover what takes services of the earlier program over
     */
    public Services(
            Store store,
            Kind kind,
            Function<Service, List<Key>> belongings,
            Earlier.Takeover takeover,
            Passwords passwords,
            InstantSource clock) {
        this.store = store;
        this.kind = kind;
        this.belongings = belongings;
        this.takeover = takeover;
        this.marks = new Marks(kind);
        this.places = new Places(store, kind);
        this.tokens = new OwnerTokens(passwords);
        this.clock = clock;
        this.parsed = new ParsedServices(kind);
    }

    public Kind kind() {
        return kind;
    }

    /** The service that a record tells of; empty when it tells of none. */
    public Optional<Service> parse(String id, Bytes record) {
        return parsed.parse(id, record);
    }

    /** Where the record of a service lies. */
    public Key record(String id) {
        return kind.keys().service().key(id);
    }

    private Key owner(String id) {
        return kind.keys().ownerToken().key(id);
    }

    /** The service of this name, taken over where it has to be. */
    public Optional<Service> current(String id) {
        Optional<Service> found = find(id);
        if (found.filter(Service::isEarlier).isEmpty()) {
            return found;
        }
        takeOver(found.get());
        return find(id);
    }

    /** Brings a service of the earlier program into the documented form; does nothing where that is done. */
    public void takeOver(Service earlier) {
        String id = earlier.id();
        if (kind.keys().mapping().find(SiteUrl.encode(earlier.url())).isPresent()) {
            places.confirm(earlier.url(), id);
        }
        places.patiently(() -> {
            Optional<Bytes> record = store.get(record(id));
            Optional<Service> service = record.flatMap(found -> Service.parse(kind, id, found));
            if (service.filter(Service::isEarlier).isEmpty()) {
                return Optional.of(id);
            }
            takeover.step(new Earlier(service.get(), record.get(), store.get(owner(id)), clock.instant()));
            return Optional.empty();
        });
    }

    /** The service of this name, as it lies there; empty when there is none, or what is there is no record. */
    public Optional<Service> find(String id) {
        return ServiceId.isValid(id) ? places.at(id).service() : Optional.empty();
    }

    /** Throws a fault again that a service gave; where there is no service but something else, that is no fault. */
    public void rethrow(String id, StoreException fault) {
        if (find(id).isPresent()) {
            throw fault;
        }
    }

    /** The service of an address, also where the mapping was lost. */
    public Optional<Service> find(SiteUrl url) {
        return places.mapped(url)
                .flatMap(this::find)
                .filter(service -> service.url().equals(url.text()))
                .or(() -> survey(url, Optional.empty()).own().stream().findFirst());
    }

    /** Makes a service for an address, or finds the one that is there. */
    public Creation create(SiteUrl url, String token, Draft draft) {
        return places.patiently(() -> {
            Optional<String> mapped = places.mapped(url);
            Optional<Service> there = find(url);
            return there.isPresent() ? settle(there.get(), token) : make(url, mapped, tokens.hash(token), draft);
        });
    }

    /** What to tell one who wants a service that is there; empty when it was deleted meanwhile. */
    private Optional<Creation> settle(Service service, String token) {
        return switch (check(service, token)) {
            case Ownership.Owned owned -> {
                places.confirm(service.url(), service.id());
                yield Optional.of(new Creation.Existed(owned.service()));
            }
            case Ownership.WrongToken wrong -> Optional.of(new Creation.Refused());
            case Ownership.NoService gone -> Optional.empty();
        };
    }

    /**
     * What lies under all names that an address can have, and under the one that it leads to.
     *
     * @param own the services of the address, the one with the shortest name first: one, but for a moment
     * @param vacancy the shortest name under which there is nothing
     * @param occupied whether something is there that cannot be read, and that may well be the address's
     */
    private record Survey(List<Service> own, Optional<String> vacancy, boolean occupied) {}

    /** Each name is looked at once: who looked twice could take a service made in between for another address's. */
    private Survey survey(SiteUrl url, Optional<String> mapped) {
        List<String> candidates = candidates(url);
        List<String> names = new ArrayList<>(candidates);
        mapped.filter(ServiceId::isValid).ifPresent(names::add);
        List<Places.Holding> all = places.at(names);
        List<Places.Holding> holdings = all.subList(0, candidates.size());
        List<Service> own = new ArrayList<>();
        Optional<String> vacancy = Optional.empty();
        for (int i = 0; i < holdings.size(); i++) {
            if (holdings.get(i).isOf(url.text())) {
                own.add(holdings.get(i).service().orElseThrow());
            }
            if (vacancy.isEmpty() && !holdings.get(i).taken()) {
                vacancy = Optional.of(candidates.get(i));
            }
        }
        boolean occupied = all.stream()
                .anyMatch(holding -> holding.taken() && holding.service().isEmpty());
        return new Survey(own, vacancy, occupied);
    }

    private static List<String> candidates(SiteUrl url) {
        List<String> candidates = new ArrayList<>(ServiceId.LENGTHS);
        for (int longer = 0; longer < ServiceId.LENGTHS; longer++) {
            candidates.add(ServiceId.of(url, longer));
        }
        return candidates;
    }

    /**
     * Makes the service; empty after a concurrent change, when all must be looked at again. Between the
     * claim and the record comes one more look, which finds most services that were made since the first. The mapping cannot
     * decide between two that were made after it: whoever mends it may have looked before the second was there.
     */
    private Optional<Creation> make(SiteUrl url, Optional<String> mapped, String hash, Draft draft) {
        Survey survey = survey(url, mapped);
        if (!survey.own().isEmpty()) {
            return Optional.empty();
        }
        if (survey.occupied()) {
            return Optional.of(new Creation.Refused());
        }
        Instant now = clock.instant();
        String id = survey.vacancy().orElseThrow(() -> new IllegalStateException("All names are taken"));
        marks.sweep(store, id);
        if (!places.claim(url, mapped, id, now)) {
            return Optional.empty();
        }
        Document record = record(url, id, now, hash, draft);
        boolean made = survey(url, mapped).own().isEmpty() && begin(id, record, hash, draft);
        places.confirm(url.text(), id);
        if (!made) {
            return Optional.empty();
        }
        Service service = Service.parse(kind, id, record.bytes()).orElseThrow();
        List<Service> others = survey(url, Optional.empty()).own().stream()
                .filter(own -> !own.id().equals(id))
                .toList();
        if (others.isEmpty()) {
            return Optional.of(new Creation.Created(service));
        }
        delete(new Ownership.Owned(service, hash));
        others.forEach(other -> places.confirm(other.url(), other.id()));
        return Optional.empty();
    }

    /** The moment from which on there is a service. */
    private boolean begin(String id, Document record, String hash, Draft draft) {
        Batch.Builder batch = Batch.builder().require(Guard.absent(record(id)));
        marks.swept(id).forEach(batch::require);
        batch.put(record(id), record.bytes(), Expiry.never()).put(owner(id), hash, Expiry.never());
        draft.beginning().apply(id).forEach(batch::write);
        return store.apply(batch);
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

    /** Whether the token is that of the address's owner. Removes what an interrupted deletion left behind. */
    public Ownership owned(SiteUrl url, String token) {
        Optional<Service> service = find(url);
        if (service.isPresent()) {
            return check(service.get(), token);
        }
        places.mapped(url).filter(ServiceId::isValid).ifPresent(id -> tidy(url.text(), id));
        return new Ownership.NoService();
    }

    private Ownership check(Service service, String token) {
        return places.patiently(() -> attempt(service.id(), token));
    }

    /** Compares the token with what is kept; empty after a concurrent change. */
    private Optional<Ownership> attempt(String id, String token) {
        Optional<Service> service = current(id);
        if (service.isEmpty()) {
            return Optional.of(new Ownership.NoService());
        }
        Optional<String> kept = store.get(owner(id)).map(Bytes::text);
        Optional<String> known = kept.or(() -> service.get().record().text("owner"));
        if (known.isEmpty() || !tokens.matches(token, known.get())) {
            return Optional.of(new Ownership.WrongToken());
        }
        return isModern(service.get(), kept)
                ? Optional.of(new Ownership.Owned(service.get(), kept.orElseThrow()))
                : modernise(service.get(), kept, known.get(), token);
    }

    private boolean isModern(Service service, Optional<String> kept) {
        return kept.isPresent()
                && !tokens.isOutdated(kept.get())
                && service.record().document(Service.SETTINGS).isPresent();
    }

    /**
     * Keeps the token in today's form, and completes a record that the earlier program made. Of several requests that
     * come to this, one does it: all are bound to what was kept before. The others look again, at what is kept now.
     */
    private Optional<Ownership> modernise(Service service, Optional<String> kept, String known, String token) {
        String hash = tokens.renewed(token, known);
        Key owner = owner(service.id());
        List<Write.Amend.Change> changes = new ArrayList<>(List.of(Fields.text("owner", hash)));
        if (service.record().document(Service.SETTINGS).isEmpty()) {
            changes.add(Fields.object(Service.SETTINGS, Document.empty()));
        }
        boolean done = store.apply(Batch.builder()
                .require(kept.isPresent() ? Guard.equalTo(owner, kept.get()) : Guard.absent(owner))
                .require(Guard.present(record(service.id())))
                .put(owner, hash, Expiry.never())
                .write(new Write.Amend(record(service.id()), changes)));
        return done ? find(service.id()).map(now -> new Ownership.Owned(now, hash)) : Optional.empty();
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
        return store.apply(batch) ? find(owned.service().id()) : Optional.empty();
    }

    /** A batch that happens only while the service is there and its owner's. */
    public Batch.Builder bound(Ownership.Owned owned) {
        String id = owned.service().id();
        return Batch.builder().require(Guard.present(record(id))).require(Guard.equalTo(owner(id), owned.hash()));
    }

    /** Deletes a service whole. Returns whether it still was the owner's. */
    public boolean delete(Ownership.Owned owned) {
        return delete(owned.service(), () -> bound(owned));
    }

    /** Deletes a service whole, without its owner's token. Returns whether it was there. */
    public boolean delete(Service service) {
        return delete(service, () -> Batch.builder().require(Guard.present(record(service.id()))));
    }

    /**
     * What fits goes with the record, in one batch: from then on there is no service, and nothing of it that is counted
     * by anybody, nor any mark. What does not fit goes before, in batches of its own: after a crash in between the service
     * is still there, and deleting it again finds all that is left, which nothing could once the record is gone. A mark
     * that is left meanwhile makes the last batch fail, and it is made anew with that mark.
     */
    private boolean delete(Service service, Supplier<Batch.Builder> bound) {
        String id = service.id();
        List<Key> keys = new ArrayList<>(List.of(record(id), owner(id)));
        keys.addAll(belongings.apply(service));
        for (int start = (keys.size() - 1) / DELETIONS * DELETIONS; start > 0; start -= DELETIONS) {
            Batch.Builder batch = bound.get();
            keys.subList(start, Math.min(keys.size(), start + DELETIONS)).forEach(batch::delete);
            if (!store.apply(batch)) {
                return false;
            }
        }
        List<Key> last = keys.subList(0, Math.min(keys.size(), DELETIONS));
        boolean deleted = marks.thin(store, id, bound)
                && places.patiently(() -> {
                    Batch.Builder batch = bound.get();
                    boolean all = marks.remove(store, batch, id);
                    if (all) {
                        last.forEach(batch::delete);
                    }
                    return switch (store.commit(batch.build())) {
                        case Commit.Applied applied -> all ? Optional.of(true) : Optional.empty();
                        case Commit.Rejected rejected ->
                            marks.isAbout(rejected.guard()) ? Optional.empty() : Optional.of(false);
                    };
                });
        if (deleted) {
            tidy(service.url(), id);
        }
        return deleted;
    }

    /** Removes what is left of a service that is no more. */
    private void tidy(String url, String id) {
        marks.sweep(store, id);
        places.confirm(url, id);
    }
}

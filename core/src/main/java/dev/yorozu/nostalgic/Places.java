package dev.yorozu.nostalgic;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** The two places besides its record where a service of one kind is known: the mapping of its address, and the index. */
public final class Places {
    /** Each round is lost only to a concurrent writer of the same service. */
    private static final int MOST_ROUNDS = 256;

    private final Store store;
    private final Kind kind;

    public Places(Store store, Kind kind) {
        this.store = store;
        this.kind = kind;
    }

    private Key mapping(String url) {
        return kind.keys().mapping().key(SiteUrl.encode(url));
    }

    private Key index() {
        return kind.keys().index().key();
    }

    /**
     * What lies under a name.
     *
     * @param taken whether there is anything
     * @param service the service that it is; empty also when it is no record
     */
    record Holding(boolean taken, Optional<Service> service) {
        boolean isOf(String url) {
            return service.filter(each -> each.url().equals(url)).isPresent();
        }
    }

    Holding at(String id) {
        try {
            return holding(id, store.get(record(id)));
        } catch (StoreException.WrongType damaged) {
            return new Holding(true, Optional.empty());
        }
    }

    /** What lies under each of several names. */
    List<Holding> at(List<String> ids) {
        List<Optional<Bytes>> records;
        try {
            records = store.readAll(
                    ids.stream().map(id -> new Read.Get(record(id))).toList());
        } catch (StoreException.WrongType damaged) {
            return ids.stream().map(this::at).toList();
        }
        List<Holding> holdings = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            holdings.add(holding(ids.get(i), records.get(i)));
        }
        return holdings;
    }

    private Holding holding(String id, Optional<Bytes> found) {
        return new Holding(found.isPresent(), found.flatMap(record -> Service.parse(kind, id, record)));
    }

    private Key record(String id) {
        return kind.keys().service().key(id);
    }

    /** The name that an address leads to. */
    Optional<String> mapped(SiteUrl url) {
        return store.get(mapping(url.text())).map(Bytes::text);
    }

    /**
     * Takes the two places for a service that is about to be made.
     *
     * @param from where the address led before
     * @return false when it leads elsewhere meanwhile
     */
    boolean claim(SiteUrl url, Optional<String> from, String id, Instant now) {
        boolean mine = map(url.text(), from, id);
        if (mine) {
            index(id, now);
        }
        return mine;
    }

    private void index(String id, Instant created) {
        store.commit(Batch.builder()
                .rankAdd(index(), Bytes.of(id), created.toEpochMilli())
                .build());
    }

    private boolean map(String url, Optional<String> from, String to) {
        if (from.filter(to::equals).isPresent()) {
            return true;
        }
        Key mapping = mapping(url);
        Guard unchanged = from.isPresent() ? Guard.equalTo(mapping, from.get()) : Guard.absent(mapping);
        return store.apply(Batch.builder().require(unchanged).put(mapping, to, Expiry.never()));
    }

    /** Removes the mapping while it leads to this name. */
    private void unmap(String url, String id) {
        Key mapping = mapping(url);
        store.commit(Batch.builder()
                .require(Guard.equalTo(mapping, id))
                .delete(mapping)
                .build());
    }

    /**
     * Makes both places agree with the record, if there is one. Done when a look at all three finds nothing to mend: who
     * changes one of them after that look comes here as well.
     */
    public void confirm(String url, String id) {
        patiently(() -> look(url, id) ? Optional.empty() : Optional.of(id));
    }

    /** Mends what it finds, and says whether there was something, so that another look is needed. */
    private boolean look(String url, String id) {
        Holding holding = at(id);
        List<Object> found =
                store.readAll(List.<Read<?>>of(new Read.Get(mapping(url)), new Read.ScoreOf(index(), Bytes.of(id))));
        Optional<String> mapped = ((Optional<?>) found.getFirst()).map(value -> ((Bytes) value).text());
        boolean indexed = ((OptionalDouble) found.getLast()).isPresent();
        if (holding.service().isPresent() && !indexed) {
            // Also another address's: who removes a member without a service may meet one that was just made.
            index(id, holding.service().get().created());
            return true;
        }
        if (holding.isOf(url)) {
            return leadTo(holding.service().orElseThrow(), mapped);
        }
        boolean orphaned = indexed && !holding.taken();
        boolean misled = mapped.filter(id::equals).isPresent()
                && (!holding.taken() || holding.service().isPresent());
        if (orphaned) {
            store.commit(Batch.builder().rankRemove(index(), Bytes.of(id)).build());
        }
        if (misled) {
            unmap(url, id);
        }
        return orphaned || misled;
    }

    private boolean leadTo(Service service, Optional<String> mapped) {
        boolean led = mapped.filter(ServiceId::isValid)
                .filter(other -> other.equals(service.id()) || at(other).isOf(service.url()))
                .isPresent();
        if (!led) {
            map(service.url(), mapped, service.id());
        }
        return !led;
    }

    /** Tries until there is an outcome. */
    <T> T patiently(Supplier<Optional<T>> attempt) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<T> outcome = attempt.get();
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same service");
    }
}

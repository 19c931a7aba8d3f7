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
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The two places besides its record where a service of one kind is known: the mapping of its address, and the index. */
public final class Places {
    /** Each round is lost only to somebody who changed the same service at the same moment. */
    private static final int MOST_ROUNDS = 32;

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

    /** The name that an address leads to. */
    Optional<String> mapped(SiteUrl url) {
        return store.get(mapping(url.text())).map(Bytes::text);
    }

    /** Takes the two places for a service that is about to be made. Returns false when somebody else took the mapping. */
    boolean claim(SiteUrl url, String id, Instant now) {
        index(id, now);
        return map(url.text(), mapped(url), id);
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
        return store.commit(Batch.builder()
                        .require(unchanged)
                        .put(mapping, to, Expiry.never())
                        .build())
                .applied();
    }

    /** Gives up both places, the mapping only while it leads to this service. */
    void release(Service service) {
        Key mapping = mapping(service.url());
        store.commit(Batch.builder()
                .require(Guard.equalTo(mapping, service.id()))
                .delete(mapping)
                .build());
        store.commit(Batch.builder().rankRemove(index(), Bytes.of(service.id())).build());
    }

    /**
     * Makes both places agree with the record. Done when a look at all three finds nothing to mend: who changes one of
     * them after that look comes here as well.
     */
    public void confirm(Service service) {
        patiently(() -> isMended(service) ? Optional.of(service) : Optional.empty());
    }

    private boolean isMended(Service service) {
        List<Optional<?>> found = store.readAll(
                List.of(new Read.Type(kind.keys().service().key(service.id())), new Read.Get(mapping(service.url()))));
        boolean there = found.getFirst().isPresent();
        Optional<String> mapped = found.getLast().map(value -> ((Bytes) value).text());
        boolean indexed =
                store.read(new Read.ScoreOf(index(), Bytes.of(service.id()))).isPresent();
        if (there) {
            if (mapped.isEmpty()) {
                map(service.url(), mapped, service.id());
            }
            if (!indexed) {
                index(service.id(), service.created());
            }
            return mapped.isPresent() && indexed;
        }
        boolean known = indexed || mapped.filter(service.id()::equals).isPresent();
        if (known) {
            release(service);
        }
        return !known;
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

package dev.yorozu.nostalgic.total;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.Write;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The totals of all counters, or of all likes: keys of their own, which the records repeat. Records of the platform's
 * earlier program may tell a total that has no key yet; it counts until it gets one.
 */
public final class Totals {
    private static final int PAGE = 500;
    private static final int MOST = 10_000;

    private final Store store;
    private final Services services;
    private final KeyPattern pattern;
    private final ServiceNames serviceNames;

    public Totals(Store store, Services services, KeyPattern pattern, InstantSource clock) {
        this.store = store;
        this.services = services;
        this.pattern = pattern;
        this.serviceNames = new ServiceNames(store, services.kind(), clock);
    }

    public Key key(String id) {
        return pattern.key(id);
    }

    /** The total that a key holds, or that the record tells where there is none; never below zero. */
    public long of(Service service, Optional<Bytes> total) {
        OptionalLong number = total.map(Bytes::number).orElse(OptionalLong.empty());
        return Math.max(0, number.isPresent() ? number.getAsLong() : told(service));
    }

    private static long told(Service service) {
        return Math.max(0, service.record().number(service.kind().total()).orElse(0));
    }

    /**
     * Gives the total that only the record tells a key of its own, while that is what the record tells. Returns false when
     * there is no such service.
     */
    public boolean adopt(String id) {
        Optional<Bytes> record = store.get(services.record(id));
        Optional<Service> service = record.flatMap(text -> Service.parse(services.kind(), id, text));
        if (service.isEmpty()) {
            return false;
        }
        store.commit(Batch.builder()
                .require(Guard.equalTo(services.record(id), record.get()))
                .require(Guard.absent(key(id)))
                .put(key(id), Bytes.of(told(service.get())), Expiry.never())
                .build());
        return true;
    }

    /**
     * Takes a service of the earlier program over, in one step: its total gets a key where it has none, and the record
     * repeats what counts.
     *
     * @param writes what else belongs to it
     */
    public void takeOver(Earlier earlier, List<Write> writes) {
        Service service = earlier.service();
        Key total = key(earlier.id());
        Optional<Bytes> seen = store.get(total);
        Batch.Builder batch = earlier.bound()
                .require(seen.map(count -> Guard.equalTo(total, count)).orElse(Guard.absent(total)));
        if (seen.isEmpty()) {
            batch.put(total, Bytes.of(told(service)), Expiry.never());
        }
        writes.forEach(batch::write);
        store.commit(earlier.finish(batch, service.record().with(service.kind().total(), of(service, seen)))
                .build());
    }

    /** Adds the totals of all services up whose names begin with a prefix, as many as one answer may cost. */
    public Sum sum(String prefix) {
        ServiceNames.Names names = serviceNames.beginningWith(prefix, MOST);
        long total = 0;
        int counted = 0;
        for (int start = 0; start < names.names().size(); start += PAGE) {
            int end = Math.min(start + PAGE, names.names().size());
            for (long each : page(names.names().subList(start, end))) {
                total = Long.MAX_VALUE - each < total ? Long.MAX_VALUE : total + each;
                counted++;
            }
        }
        return new Sum(prefix, total, counted, names.complete());
    }

    /** The totals of those services that are there. */
    private List<Long> page(List<String> ids) {
        List<Read.Get> questions = new ArrayList<>();
        for (String id : ids) {
            if (ServiceId.isValid(id)) {
                questions.add(new Read.Get(services.record(id)));
                questions.add(new Read.Get(key(id)));
            }
        }
        List<Optional<Bytes>> answers = store.readAll(questions);
        List<Long> totals = new ArrayList<>();
        int at = 0;
        for (String id : ids) {
            if (ServiceId.isValid(id)) {
                Optional<Bytes> total = answers.get(at + 1);
                answers.get(at)
                        .flatMap(record -> Service.parse(services.kind(), id, record))
                        .ifPresent(service -> totals.add(of(service, total)));
                at += 2;
            }
        }
        return totals;
    }
}

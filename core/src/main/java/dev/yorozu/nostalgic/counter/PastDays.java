package dev.yorozu.nostalgic.counter;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days.Day;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The days that are over, which no longer change and so need not be read again for each visit.
 *
 * <p>What was read is kept for a minute, for so many counters: two generations of which the older is dropped when the
 * younger is full, so that neither a lock nor an order of use is needed. What another program writes to such a day is seen when
 * that is over, or once somebody {@linkplain #changed says so}.
 */
final class PastDays {
    private static final int GENERATION = 10_000;
    /** How many counters' days are read at once. */
    private static final int PAGE = 1000 / PastCounts.DAYS;

    private final Store store;
    private volatile Map<String, PastCounts> young = new ConcurrentHashMap<>();
    private volatile Map<String, PastCounts> old = new ConcurrentHashMap<>();
    private final AtomicLong changes = new AtomicLong();

    PastDays(Store store) {
        this.store = store;
    }

    /** What is known of a counter's days before today. */
    Optional<PastCounts> known(String id, LocalDate today, Instant now) {
        PastCounts past = young.get(id);
        if (past == null) {
            past = old.get(id);
        }
        return Optional.ofNullable(past).filter(each -> each.holds(today, now));
    }

    /** What has to be read to know a counter's days. */
    static List<Read.Get> questions(String id, LocalDate today) {
        List<Read.Get> questions = new ArrayList<>(PastCounts.DAYS);
        for (int before = 1; before <= PastCounts.DAYS; before++) {
            questions.add(new Read.Get(
                    NostalgicKeys.COUNTER_DAILY.key(id, today.minusDays(before).toString())));
        }
        return questions;
    }

    /** Somebody else has changed these keys, or any of all where none is named. */
    void changed(List<Key> keys) {
        if (keys.isEmpty()) {
            changes.incrementAndGet();
            young = new ConcurrentHashMap<>();
            old = new ConcurrentHashMap<>();
            return;
        }
        keys.forEach(key -> NostalgicKeys.COUNTER_DAILY.match(key.name()).ifPresent(parts -> {
            changes.incrementAndGet();
            forget(parts.getFirst());
        }));
    }

    private void forget(String id) {
        young.remove(id);
        old.remove(id);
    }

    /** To be asked before days are read, for {@link #keep}. */
    long changes() {
        return changes.get();
    }

    /**
     * Those of a counter that is not taken over yet are not kept: a change must see it as it is.
     *
     * @param before what {@link #changes} said before the days were read
     */
    PastCounts keep(Service service, LocalDate today, Instant now, List<Optional<Bytes>> days, long before) {
        PastCounts past = PastCounts.of(service, today, now, days);
        if (service.isEarlier()) {
            return past;
        }
        if (young.size() >= GENERATION) {
            turn();
        }
        young.put(service.id(), past);
        if (changes.get() != before) {
            forget(service.id());
        }
        return past;
    }

    private synchronized void turn() {
        if (young.size() >= GENERATION) {
            old = young;
            young = new ConcurrentHashMap<>();
        }
    }

    /** The days of a counter. */
    PastCounts of(Service service, Day today, Instant now) {
        return known(service, today, now).orElseGet(() -> {
            Map<String, PastCounts> read = new HashMap<>();
            read(List.of(service), today, now, read);
            return Objects.requireNonNull(read.get(service.id()));
        });
    }

    private Optional<PastCounts> known(Service service, Day today, Instant now) {
        return known(service.id(), today.date(), now)
                .filter(past -> past.created().equals(service.created()));
    }

    /** The days of several counters, by their names. */
    Map<String, PastCounts> of(List<Service> services, Day today, Instant now) {
        Map<String, PastCounts> all = new HashMap<>();
        List<Service> unknown = new ArrayList<>();
        for (Service service : services) {
            Optional<PastCounts> known = known(service, today, now);
            if (known.isPresent()) {
                all.put(service.id(), known.get());
            } else {
                unknown.add(service);
            }
        }
        for (int start = 0; start < unknown.size(); start += PAGE) {
            read(unknown.subList(start, Math.min(start + PAGE, unknown.size())), today, now, all);
        }
        return all;
    }

    private void read(List<Service> page, Day today, Instant now, Map<String, PastCounts> all) {
        List<Read.Get> questions = new ArrayList<>();
        page.forEach(service -> questions.addAll(questions(service.id(), today.date())));
        long before = changes();
        List<Optional<Bytes>> answers = store.readAll(questions);
        for (int i = 0; i < page.size(); i++) {
            Service service = page.get(i);
            List<Optional<Bytes>> days = answers.subList(i * PastCounts.DAYS, (i + 1) * PastCounts.DAYS);
            all.put(service.id(), keep(service, today.date(), now, days, before));
        }
    }
}

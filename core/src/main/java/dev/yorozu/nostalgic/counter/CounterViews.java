package dev.yorozu.nostalgic.counter;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Days.Day;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.total.Totals;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/** Puts together what a counter shows: its record, its total, today, and the days that are over. */
final class CounterViews {
    /** No counter of this platform is older. */
    static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);

    /** How many answers tell what changes with each visit: the record, the total and today. */
    private static final int PRESENT = 3;

    private static final int PAGE = 300;

    private final Store store;
    private final Services services;
    private final Totals totals;
    private final PastDays past;

    CounterViews(Store store, Services services, Totals totals, PastDays past) {
        this.store = store;
        this.services = services;
        this.totals = totals;
        this.past = past;
    }

    /** Somebody else has changed these keys, or any of all where none is named. */
    void changed(List<Key> keys) {
        past.changed(keys);
    }

    /** Whether a counter of this name was seen a short while ago. */
    boolean isKnown(String id, Day today, Instant now) {
        return past.known(id, today.date(), now).isPresent();
    }

    /** Whether the earlier program may have marked visitors of this counter today, which was seen a short while ago. */
    boolean mayHaveEarlierMarks(String id, Day today, Instant now) {
        return past.known(id, today.date(), now)
                .filter(PastCounts::earlierMarks)
                .isPresent();
    }

    /**
     * The keys of a counter that change with each visit.
     *
     * @param day the count of one day
     */
    record Keys(Key record, Key total, Key day) {
        static Keys of(String id, LocalDate day) {
            return new Keys(
                    NostalgicKeys.COUNTER.service().key(id),
                    NostalgicKeys.COUNTER_TOTAL.key(id),
                    NostalgicKeys.COUNTER_DAILY.key(id, day.toString()));
        }

        /** What has to be read of a counter besides the days that are over, in a list with room for so many more. */
        List<Read.Get> questions(int more) {
            List<Read.Get> questions = new ArrayList<>(PRESENT + more);
            questions.add(new Read.Get(record));
            questions.add(new Read.Get(total));
            questions.add(new Read.Get(day));
            return questions;
        }
    }

    /** Those of a counter that was seen a short while ago are made already. */
    Keys keys(String id, Day today, Instant now) {
        return past.known(id, today.date(), now).map(PastCounts::keys).orElseGet(() -> Keys.of(id, today.date()));
    }

    /** The counter that the answers to these questions tell of. */
    Optional<Service> service(String id, List<Optional<Bytes>> answers) {
        return answers.getFirst().flatMap(record -> services.parse(id, record));
    }

    /** Reads a counter, with the days that are over unless they are known. */
    Optional<CounterView> view(String id, Day today, Instant now) {
        if (!ServiceId.isValid(id)) {
            return Optional.empty();
        }
        List<Read.Get> questions = keys(id, today, now).questions(PastCounts.DAYS);
        if (!isKnown(id, today, now)) {
            questions.addAll(PastDays.questions(id, today.date()));
        }
        long changes = past.changes();
        try {
            List<Optional<Bytes>> answers = store.readAll(questions);
            Optional<Service> earlier = service(id, answers).filter(Service::isEarlier);
            if (earlier.isPresent()) {
                services.takeOver(earlier.get());
                return view(id, today, now);
            }
            List<Optional<Bytes>> before = answers.subList(PRESENT, answers.size());
            if (!before.isEmpty()) {
                service(id, answers).ifPresent(service -> past.keep(service, today.date(), now, before, changes));
            }
            return view(id, today, now, answers);
        } catch (StoreException.WrongType damaged) {
            services.rethrow(id, damaged);
            return Optional.empty();
        }
    }

    /** The counter that answers tell of, with the days that are over. */
    Optional<CounterView> view(String id, Day today, Instant now, List<Optional<Bytes>> answers) {
        return service(id, answers)
                .map(service -> view(
                        service, today, now, totals.of(service, answers.get(1)), PastCounts.visits(answers.get(2))));
    }

    CounterView view(Service service, Day today, Instant now, long total, long visits) {
        return new CounterView(service, past.of(service, today, now).with(total, visits));
    }

    /** Reads several counters; those that are not there are left out. */
    SequencedMap<String, CounterView> views(List<String> ids, Day today, Instant now) {
        SequencedMap<String, CounterView> views = new LinkedHashMap<>();
        for (int start = 0; start < ids.size(); start += PAGE) {
            List<String> page = ids.subList(start, Math.min(start + PAGE, ids.size()));
            try {
                views.putAll(page(page, today, now));
            } catch (StoreException.WrongType damaged) {
                page.forEach(id -> view(id, today, now).ifPresent(view -> views.put(id, view)));
            }
        }
        return views;
    }

    private Map<String, CounterView> page(List<String> ids, Day today, Instant now) {
        List<Read.Get> questions = new ArrayList<>();
        ids.forEach(id -> questions.addAll(keys(id, today, now).questions(0)));
        List<Optional<Bytes>> answers = store.readAll(questions);
        List<Service> found = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            service(ids.get(i), answers.subList(i * PRESENT, (i + 1) * PRESENT)).ifPresent(found::add);
        }
        past.of(found, today, now);
        Map<String, CounterView> views = new LinkedHashMap<>();
        for (int i = 0; i < ids.size(); i++) {
            String id = ids.get(i);
            view(id, today, now, answers.subList(i * PRESENT, (i + 1) * PRESENT))
                    .ifPresent(view -> views.put(id, view));
        }
        return views;
    }
}

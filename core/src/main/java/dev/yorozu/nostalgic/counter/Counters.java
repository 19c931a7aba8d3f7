package dev.yorozu.nostalgic.counter;

import dev.yorozu.json.Document;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Creation;
import dev.yorozu.nostalgic.Days;
import dev.yorozu.nostalgic.Days.Day;
import dev.yorozu.nostalgic.Draft;
import dev.yorozu.nostalgic.Earlier;
import dev.yorozu.nostalgic.Event;
import dev.yorozu.nostalgic.Events;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.nostalgic.total.Sum;
import dev.yorozu.nostalgic.total.Totals;
import dev.yorozu.nostalgic.visitor.AddressLimit;
import dev.yorozu.nostalgic.visitor.UserHashes;
import dev.yorozu.nostalgic.visitor.Visitor;
import dev.yorozu.secret.Passwords;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;

/**
 * Counters of visits, which count each visitor once a day.
 *
 * <p>A visit is one batch: the mark of the visitor, the total, the day and the record change together, and only if the
 * visitor has left no mark before. So whatever crashes or races, no visit counts twice and none is half counted. It costs
 * one round trip; now and then one more, for the days that are over. Of one address so many visitors are counted in a day,
 * whatever their browsers are called: that counter is part of the batch. Safe for use by many threads.
 */
public final class Counters {
    /** The field of a record that tells when its owner last gave it a total, which days before do not add up to. */
    public static final String TOTAL_SET = "totalSet";

    /** Where the batch of a visit has the guards and writes that are asked about. */
    private static final int TOTAL_GUARD = 1;

    private static final int MARK_GUARD = 2;
    private static final int FIRST_ELSEWHERE_GUARD = 3;

    private static final int TOTAL_WRITE = 0;
    private static final int DAY_WRITE = 1;

    /** How many days get their ends in one step. */
    private static final int MOST_DAYS = 900;

    /** Each further attempt follows a concurrent writer that gave the counter its total, or took it away. */
    private static final int MOST_ATTEMPTS = 32;

    private final Store store;
    private final CounterPolicy policy;
    private final Days days;
    private final UserHashes hashes;
    private final Events events;
    private final Services services;
    private final Totals totals;
    private final CounterViews views;
    private final RecentVisitors recent = new RecentVisitors();
    private final Marks marks = new Marks(Kind.COUNTER);

    public Counters(
            Store store, CounterPolicy policy, Days days, UserHashes hashes, Passwords passwords, Events events) {
        this.store = store;
        this.policy = policy;
        this.days = days;
        this.hashes = hashes;
        this.events = events;
        this.services = new Services(store, Kind.COUNTER, this::belongings, this::takeOver, passwords, days.clock());
        this.totals = new Totals(store, services, NostalgicKeys.COUNTER_TOTAL, days.clock());
        this.views = new CounterViews(store, services, totals, new PastDays(store));
    }

    /** Sees at once what somebody else has changed of these keys, or of all where none is named. */
    public void changed(List<Key> keys) {
        views.changed(keys);
    }

    public Services services() {
        return services;
    }

    public Creation create(SiteUrl url, String token, Document settings) {
        return services.create(url, token, new Draft(Document.empty(), settings, this::beginning));
    }

    /** A total of zero, and none of the days that could be shown: whatever was left of an earlier counter ends here. */
    private List<Write> beginning(String id) {
        LocalDate today = days.today().date();
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Put(totals.key(id), Bytes.of(0), Expiry.never()));
        for (LocalDate date = today.plusDays(1);
                !date.isBefore(today.minusDays(PastCounts.DAYS + 1));
                date = date.minusDays(1)) {
            writes.add(new Write.Delete(daily(id, date)));
        }
        return writes;
    }

    /** The total, and every day from tomorrow back to the one before it was made: in another zone dates are others. */
    private List<Key> belongings(Service service) {
        LocalDate created = LocalDate.ofInstant(service.created(), days.zone()).minusDays(1);
        LocalDate first = created.isBefore(CounterViews.FIRST_DAY) ? CounterViews.FIRST_DAY : created;
        List<Key> keys = new ArrayList<>();
        keys.add(totals.key(service.id()));
        for (LocalDate date = days.today().date().plusDays(1); !date.isBefore(first); date = date.minusDays(1)) {
            keys.add(daily(service.id(), date));
        }
        return keys;
    }

    /** The days of a counter of the earlier program have no end; the newest of them, all that are shown among them, get one. */
    private void takeOver(Earlier earlier) {
        List<Key> dated = belongings(earlier.service());
        List<Write> ends = new ArrayList<>();
        LocalDate date = days.today().date().plusDays(1);
        for (Key day : dated.subList(1, Math.min(dated.size(), MOST_DAYS))) {
            Instant end = days.on(date).start().plus(policy.dailyLife());
            ends.add(new Write.Expire(
                    day, end.isAfter(earlier.now()) ? Expiry.at(end) : Expiry.after(policy.dailyLife())));
            date = date.minusDays(1);
        }
        totals.takeOver(earlier, ends);
    }

    private static Key daily(String id, LocalDate date) {
        return NostalgicKeys.COUNTER_DAILY.key(id, date.toString());
    }

    /** Counts a visitor who has not been counted today. */
    public Visit visit(String id, Visitor visitor) {
        Instant now = days.clock().instant();
        Day today = days.of(now);
        try {
            return views.isKnown(id, today, now) || views.view(id, today, now).isPresent()
                    ? visit(id, visitor, today, now)
                    : new Visit.Unknown();
        } catch (StoreException.WrongType | StoreException.NotAnObject damaged) {
            services.rethrow(id, damaged);
            return new Visit.Unknown();
        }
    }

    /**
     * A visitor has one name for each day. Where the zone was changed, today may have been called yesterday or tomorrow
     * before: a mark of that day that has not ended says that the visitor was counted. On the day on which the counter was
     * taken over, a mark of the earlier program says so too.
     */
    private Visit visit(String id, Visitor visitor, Day today, Instant now) {
        String user = hashes.on(visitor, today.date());
        Key mark = marks.key(id, user);
        CounterViews.Keys keys = views.keys(id, today, now);
        if (recent.mayHave(id, user)) {
            List<Read.Get> questions = keys.questions(1);
            questions.add(new Read.Get(mark));
            List<Optional<Bytes>> answers = store.readAll(questions);
            if (answers.getLast().isPresent()) {
                return shown(views.view(id, today, now, answers), Visit.Repeated::new);
            }
        }
        List<String> elsewhere = new ArrayList<>();
        days.elsewhere(now).forEach(date -> elsewhere.add(hashes.on(visitor, date)));
        Optional<Key> earlier = earlierMark(id, visitor, today, now);
        AddressLimit limit = AddressLimit.ofDay(marks, id, hashes, visitor, policy.visitsPerAddress(), now, today);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            RoundTrip trip = new RoundTrip(store);
            RoundTrip.Answer<Commit> commit = trip.commit(batch(keys, user, mark, elsewhere, earlier, limit, today));
            RoundTrip.Answer<List<Optional<Bytes>>> answers = trip.readAll(keys.questions(0));
            trip.send();
            if (commit.get() instanceof Commit.Applied applied) {
                recent.add(id, user);
                return counted(id, today, now, applied, answers.get());
            }
            Commit.Rejected rejected = (Commit.Rejected) commit.get();
            if (rejected.guard().equals(limit.room())) {
                return shown(views.view(id, today, now, answers.get()), Visit.Limited::new);
            }
            int failed = rejected.index();
            if (failed < TOTAL_GUARD || (failed == TOTAL_GUARD && !totals.adopt(id))) {
                return new Visit.Unknown();
            }
            if (failed == MARK_GUARD) {
                recent.add(id, user);
            }
            if (failed > TOTAL_GUARD && !hasEnded(id, elsewhere, failed - FIRST_ELSEWHERE_GUARD, now)) {
                return shown(views.view(id, today, now, answers.get()), Visit.Repeated::new);
            }
        }
        throw new StoreException.Unavailable("Others keep changing the same counter");
    }

    /** Where the earlier program has marked the visitor, if it may have on this day. */
    private Optional<Key> earlierMark(String id, Visitor visitor, Day today, Instant now) {
        return views.mayHaveEarlierMarks(id, today, now)
                ? NostalgicKeys.EARLIER_VISIT.find(
                        id, hashes.earlier(visitor, LocalDate.ofInstant(now, ZoneOffset.UTC)))
                : Optional.empty();
    }

    /** Whether it is a mark of another day that was found, and it has ended; then it is asked for no more. */
    private boolean hasEnded(String id, List<String> elsewhere, int other, Instant now) {
        return other >= 0 && other < elsewhere.size() && marks.hasEnded(store, id, elsewhere.remove(other), now);
    }

    private static Visit shown(Optional<CounterView> view, Function<CounterView, Visit> outcome) {
        return view.map(outcome).orElseGet(Visit.Unknown::new);
    }

    /** @param earlier where the earlier program has marked the visitor, if it has on this day */
    private Batch batch(
            CounterViews.Keys keys,
            String user,
            Key mark,
            List<String> elsewhere,
            Optional<Key> earlier,
            AddressLimit limit,
            Day today) {
        Instant now = limit.now();
        String id = limit.id();
        Batch.Builder batch = Batch.builder()
                .require(Guard.present(keys.record()))
                .require(Guard.present(keys.total()))
                .require(Guard.absent(mark));
        elsewhere.forEach(other -> batch.require(Guard.absent(marks.key(id, other))));
        earlier.ifPresent(other -> batch.require(Guard.absent(other)));
        batch.require(limit.room());
        batch.add(keys.total(), 1).add(keys.day(), 1, Expiry.after(policy.dailyLife()));
        limit.count(batch);
        marks.leaveUntil(batch, id, user, mark, Bytes.of(now.toEpochMilli()), now, today.end());
        batch.amend(
                keys.record(),
                Fields.instant(Kind.COUNTER.last(), now),
                Fields.tally(Kind.COUNTER.total(), keys.total()));
        return (policy.durability() == Durability.RELAXED ? batch.relaxed() : batch).build();
    }

    private Visit counted(String id, Day today, Instant now, Commit.Applied applied, List<Optional<Bytes>> answers) {
        long total = applied.number(TOTAL_WRITE);
        Optional<CounterView> view = views.service(id, answers)
                .map(read -> views.view(read.used(now, total), today, now, total, applied.number(DAY_WRITE)));
        view.ifPresent(counted -> report(counted, now));
        return view.<Visit>map(Visit.Counted::new).orElseGet(Visit.Unknown::new);
    }

    private void report(CounterView view, Instant now) {
        if (view.service().webhook().isPresent()) {
            Document details = Document.empty()
                    .with("total", view.counts().total())
                    .with("today", view.counts().today());
            events.happened(new Event(view.service(), "increment", now, details));
        }
    }

    public Optional<CounterView> view(String id) {
        Instant now = days.clock().instant();
        return views.view(id, days.of(now), now);
    }

    /** Those of the counters that are there, in the given order. */
    public SequencedMap<String, CounterView> views(List<String> ids) {
        Instant now = days.clock().instant();
        return views.views(ids.stream().filter(ServiceId::isValid).distinct().toList(), days.of(now), now);
    }

    /** Gives the counter another total; the counts of days stay. Empty when it is the owner's no more. */
    public Optional<CounterView> set(Ownership.Owned owned, long total) {
        Key key = totals.key(owned.service().id());
        return services.change(
                        owned,
                        Document.empty(),
                        List.of(new Write.Put(key, Bytes.of(total), Expiry.never())),
                        List.of(
                                Fields.number(Kind.COUNTER.total(), total),
                                Fields.instant(TOTAL_SET, days.clock().instant())))
                .flatMap(service -> view(service.id()));
    }

    /** Changes some settings; the others stay. Empty when it is the owner's no more. */
    public Optional<CounterView> change(Ownership.Owned owned, Document settings) {
        return services.change(owned, settings, List.of(), List.of()).flatMap(service -> view(service.id()));
    }

    /** The total of all counters whose names begin with a prefix. */
    public Sum sum(String prefix) {
        return totals.sum(prefix);
    }
}

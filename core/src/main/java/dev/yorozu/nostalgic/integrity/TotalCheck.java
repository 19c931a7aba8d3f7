package dev.yorozu.nostalgic.integrity;

import static dev.yorozu.nostalgic.integrity.Damage.TOTAL_TOO_LOW;
import static dev.yorozu.nostalgic.integrity.Damage.TOTAL_UNREADABLE;
import static dev.yorozu.nostalgic.integrity.Damage.WRONG_TYPE;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Iso;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.Write;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at the total of a counter or like button, the days that it must not be less than, and the record's copy. */
record TotalCheck(Store store, IntegrityPolicy policy) {
    /** The most questions in one round trip, well within any store's limit. */
    private static final int PAGE = 256;

    List<Flaw> look(Service service, Seen.Text record) {
        Kind kind = service.kind();
        Key key = ServiceKeys.content(kind).key(service.id());
        // A visit changes day and total together, so days that are read first can never sum up to more than the total.
        long sum = kind == Kind.COUNTER ? sum(service) : 0;
        Seen seen = Seen.at(store, key);
        OptionalLong total = seen.text().map(Bytes::number).orElse(OptionalLong.empty());
        OptionalLong copy = service.record().number(kind.total());
        if (total.isEmpty() || total.getAsLong() < 0) {
            return List.of(unreadable(service, record, key, seen, Math.max(sum, copy.orElse(0))));
        }
        List<Guard> unchanged = seen.unchanged();
        if (total.getAsLong() < sum) {
            return List.of(tooLow(service, record, key, unchanged, sum - total.getAsLong()));
        }
        return copy.equals(total)
                ? List.of()
                : List.of(ContentCheck.wrongCopy(service, record, unchanged, new Write.Add(key, 0, Expiry.never())));
    }

    private static Flaw unreadable(Service service, Seen.Text record, Key key, Seen seen, long total) {
        List<Guard> proof = new ArrayList<>(seen.unchanged());
        proof.add(Guard.present(record.key()));
        boolean wrongType = seen instanceof Seen.Collection;
        return Flaw.repairable(
                wrongType ? WRONG_TYPE : TOTAL_UNREADABLE,
                service.kind(),
                service.id(),
                key,
                seen.isThere() ? "The total is no count." : "The total is not there.",
                "set it to " + total + ", the greater of the record's copy and the sum of the days",
                proof,
                new Write.Put(key, Bytes.of(total), Expiry.never()),
                new Write.Amend(
                        record.key(), List.of(Fields.number(service.kind().total(), total))));
    }

    private static Flaw tooLow(Service service, Seen.Text record, Key key, List<Guard> unchanged, long missing) {
        List<Guard> proof = new ArrayList<>(unchanged);
        proof.add(Guard.present(record.key()));
        return Flaw.repairable(
                TOTAL_TOO_LOW,
                service.kind(),
                service.id(),
                key,
                "The total is " + missing + " less than the sum of the days.",
                "raise it to the sum",
                proof,
                new Write.Add(key, missing, Expiry.never()),
                new Write.Amend(
                        record.key(), List.of(Fields.tally(service.kind().total(), key))));
    }

    private long sum(Service service) {
        long sum = 0;
        List<Key> days = days(service);
        for (int from = 0; from < days.size(); from += PAGE) {
            for (Optional<Bytes> count : counts(days.subList(from, Math.min(days.size(), from + PAGE)))) {
                sum += Math.max(
                        0, count.map(Bytes::number).orElse(OptionalLong.empty()).orElse(0));
            }
        }
        return sum;
    }

    private List<Optional<Bytes>> counts(List<Key> days) {
        try {
            return store.readAll(days.stream().map(Read.Get::new).toList());
        } catch (StoreException.WrongType oneOfThem) {
            return days.stream().map(day -> Seen.at(store, day).text()).toList();
        }
    }

    /**
     * The keys of all days whose counts are part of the total: those that may still live, after the day on which the
     * owner last gave the counter another total, or on which it was taken over with the total it had. A day more at either end is for a zone that was changed.
     */
    private List<Key> days(Service service) {
        LocalDate last = policy.days().today().date().plusDays(1);
        LocalDate oldest = last.minusDays(policy.dailyLife().toDays() + 2);
        LocalDate created = service.record()
                .text(Counters.TOTAL_SET)
                .flatMap(Iso::parse)
                .or(service::takenOver)
                .map(set -> policy.days().of(set).date().plusDays(2))
                .orElseGet(() -> policy.days().of(service.created()).date().minusDays(1));
        List<Key> keys = new ArrayList<>();
        for (LocalDate day = created.isAfter(oldest) ? created : oldest; !day.isAfter(last); day = day.plusDays(1)) {
            keys.add(NostalgicKeys.COUNTER_DAILY.key(service.id(), day.toString()));
        }
        return keys;
    }
}

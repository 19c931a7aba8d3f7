package dev.yorozu.nostalgic.integrity;

import dev.yorozu.date.Iso;
import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Fields;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.counter.Counters;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
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

    void look(Service service, Seen.Text record, List<Flaw> flaws) {
        Key key = Known.content(service.kind()).key(service.id());
        // A visit changes day and total together, so days that are read first can never sum up to more than the total.
        long sum = service.kind() == Kind.COUNTER ? sum(service) : 0;
        Seen seen = Seen.at(store, key);
        long total = seen.text().map(Bytes::number).orElse(OptionalLong.empty()).orElse(-1);
        if (total < 0) {
            flaws.add(unreadable(service, record, key, seen, sum));
        } else if (total < sum) {
            String what = "The total is " + (sum - total) + " less than the sum of the days.";
            flaws.add(Flaw.of(Damage.TOTAL_TOO_LOW, service, key, what)
                    .proven(seen.unchanged(), Guard.present(record.key()))
                    .repaired(
                            "raise it to the sum",
                            new Write.Add(key, sum - total, Expiry.never()),
                            counted(service, record, key)));
        } else if (isWrong(service, total)) {
            flaws.add(wrongCopy(service, record, new Write.Add(key, 0, Expiry.never()), seen.unchanged()));
        }
    }

    private static Flaw unreadable(Service service, Seen.Text record, Key key, Seen seen, long sum) {
        String field = service.kind().total();
        long total = Math.max(sum, service.record().number(field).orElse(0));
        return Flaw.of(
                        seen instanceof Seen.Collection ? Damage.WRONG_TYPE : Damage.TOTAL_UNREADABLE,
                        service,
                        key,
                        seen.isThere() ? "The total is no count." : "The total is not there.")
                .proven(seen.unchanged(), Guard.present(record.key()))
                .repaired(
                        "set it to " + total + ", the greater of the record's copy and the sum of the days",
                        new Write.Put(key, Bytes.of(total), Expiry.never()),
                        new Write.Amend(record.key(), List.of(Fields.number(field, total))));
    }

    /** Whether the record repeats another total than there is. */
    static boolean isWrong(Service service, long total) {
        return !service.record().number(service.kind().total()).equals(OptionalLong.of(total));
    }

    /**
     * The record's copy of how much a service holds is wrong. It is counted anew by the store, next to the data.
     *
     * @param counting a write that changes nothing, and after which the store can count
     * @param proof that it is so
     */
    static Flaw wrongCopy(Service service, Seen.Text record, Write counting, List<Guard> proof) {
        String what = "The record's " + service.kind().total() + " is not what the service holds.";
        return Flaw.of(Damage.TOTAL_COPY_WRONG, service, record.key(), what)
                .proven(record.unchanged(), proof.toArray(Guard[]::new))
                .repaired("count anew", counting, counted(service, record, counting.key()));
    }

    /** Writes what the store counts at a key into the record. */
    static Write counted(Service service, Seen.Text record, Key key) {
        return new Write.Amend(record.key(), List.of(Fields.tally(service.kind().total(), key)));
    }

    private long sum(Service service) {
        long sum = 0;
        List<Key> days = days(service);
        for (int from = 0; from < days.size(); from += PAGE) {
            List<Key> page = days.subList(from, Math.min(days.size(), from + PAGE));
            for (Optional<Bytes> count : Seen.texts(store, page)) {
                OptionalLong number = count.map(Bytes::number).orElse(OptionalLong.empty());
                sum += Math.max(0, number.orElse(0));
            }
        }
        return sum;
    }

    /**
     * The keys of all days whose counts are part of the total: those that may still live, after the day on which the
     * owner last gave the counter another total, or on which it was taken over with the total it had. A day more at
     * either end is for a zone that was changed.
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

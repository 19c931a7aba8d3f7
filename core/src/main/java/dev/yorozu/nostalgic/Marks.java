package dev.yorozu.nostalgic;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * The marks that users leave on the services of one kind: counted today, likes it today, has just posted.
 *
 * <p>Each mark is a key of its own that ends by itself. Beside them a list tells who has one and until when, so that all
 * marks of a service can be found without a walk over the keyspace, and that their ends count by the clock of this server,
 * whatever the store's says. The list is a sorted set by those ends, from which what has ended is dropped; visits are too
 * many for that, and all end with the day, so that theirs is a hash that ends as a whole. The counters of addresses (see
 * {@link dev.yorozu.nostalgic.visitor.AddressLimit}) are listed among them, behind a sign that no name of a user has.
 */
public final class Marks {
    private static final int PAGE = 400;
    private static final String ADDRESS = "@";
    /** Longer than any day is, that on which clocks are set back included. */
    static final Duration LONGEST_DAY = Duration.ofHours(26);

    private final Kind kind;

    public Marks(Kind kind) {
        this.kind = kind;
    }

    public Key key(String id, String user) {
        return kind.mark().key(id, user);
    }

    /** Where it is counted what an address has done. */
    public Key addressKey(String id, String address) {
        return kind.keys().addresses().key(id, address);
    }

    /** What the list calls the user of a mark, or the address that a key counts. */
    public Bytes member(Key key) {
        String name = key.name();
        String last = name.substring(name.lastIndexOf(':') + 1);
        return Bytes.of(kind.mark().match(name).isPresent() ? last : ADDRESS + last);
    }

    /** The key that a member of the list stands for. */
    private Key listed(String id, Bytes member) {
        String name = member.text();
        return name.startsWith(ADDRESS) ? addressKey(id, name.substring(ADDRESS.length())) : key(id, name);
    }

    private Key list(String id) {
        return kind.keys().marks().key(id);
    }

    /** Holds while the user has left no mark under this name, or one that has ended by now. */
    public Guard none(String id, String user, Instant now) {
        return Guard.behind(list(id), Bytes.of(user), now.toEpochMilli() + 1.0, Order.FALLING);
    }

    /**
     * Leaves a mark until the end of a day, and forgets those that have ended. The list outlives every mark that can be in
     * it: after a change of zone some end later than those that are left now.
     */
    public void leaveUntil(Batch.Builder batch, String id, String user, Bytes value, Instant now, Instant end) {
        batch.put(key(id, user), value, Expiry.at(end))
                .rankDrop(list(id), 0, now.toEpochMilli())
                .rankAdd(list(id), Bytes.of(user), end.toEpochMilli())
                .expire(list(id), Expiry.at(now.plus(LONGEST_DAY)));
    }

    /** Leaves one of the many marks of a day, which all end with it. */
    public void leaveToday(Batch.Builder batch, String id, String user, Bytes value, Instant end) {
        batch.put(key(id, user), value, Expiry.at(end))
                .hashPut(list(id), Bytes.of(user), Bytes.of(end.toEpochMilli()))
                .expire(list(id), Expiry.at(end));
    }

    /** Enters the counter of an address into the list, which lives at least as long. */
    public void enlistAddress(Batch.Builder batch, String id, String address, Instant now, Duration life) {
        batch.write(enlist(id, Bytes.of(ADDRESS + address), now.plus(life))).prolong(list(id), life);
    }

    /** The end of the mark of a day that the user has left, as far as it is listed. */
    public Read.Field listed(String id, String user) {
        return new Read.Field(list(id), Bytes.of(user));
    }

    /** Enters a mark into the list that another program left. */
    public Write enlist(String id, Bytes user, Instant end) {
        return isHash()
                ? new Write.HashPut(list(id), user, Bytes.of(end.toEpochMilli()))
                : new Write.RankAdd(list(id), user, end.toEpochMilli(), Write.Replace.ALWAYS);
    }

    /** Whether each of these users, of any services, is in the list of the service. */
    public List<Boolean> areListed(Store store, List<Listing> listings) {
        if (isHash()) {
            List<Optional<Bytes>> ends = store.readAll(listings.stream()
                    .map(each -> new Read.Field(list(each.id()), each.user()))
                    .toList());
            return ends.stream().map(Optional::isPresent).toList();
        }
        List<OptionalDouble> ends = store.readAll(listings.stream()
                .map(each -> new Read.ScoreOf(list(each.id()), each.user()))
                .toList());
        return ends.stream().map(OptionalDouble::isPresent).toList();
    }

    /** A user or an address that the list of a service may name. */
    public record Listing(String id, Bytes user) {}

    private boolean isHash() {
        return kind.keys().marks().type() == ValueType.HASH;
    }

    /** All users and addresses in the list of a service. */
    public List<Bytes> users(Store store, String id) {
        return isHash()
                ? List.copyOf(store.fields(list(id)).keySet())
                : store.ranks(list(id), Order.RISING, 0, -1).stream()
                        .map(Ranked::member)
                        .toList();
    }

    /** The end of the mark that the user has left, as far as it is listed. */
    public Read.ScoreOf end(String id, String user) {
        return new Read.ScoreOf(list(id), Bytes.of(user));
    }

    /** Leaves a mark that lasts for some time, and forgets those that have ended. */
    public void leaveFor(Batch.Builder batch, String id, String user, Instant now, Duration time) {
        batch.put(key(id, user), Bytes.of(now.toEpochMilli()), Expiry.after(time))
                .rankDrop(list(id), 0, now.toEpochMilli())
                .rankAdd(list(id), Bytes.of(user), now.plus(time).toEpochMilli())
                .prolong(list(id), time);
    }

    /** Holds where there is nothing left to {@link #sweep}. */
    Guard swept(String id) {
        return Guard.absent(list(id));
    }

    /**
     * Adds to a batch what removes the marks of a service, as many as a batch takes.
     *
     * @return whether these are all, and the batch happens only as long as they are
     */
    boolean remove(Store store, Batch.Builder batch, String id) {
        if (store.type(list(id))
                .filter(type -> type != kind.keys().marks().type())
                .isPresent()) {
            batch.delete(list(id));
            return true;
        }
        List<Bytes> users = users(store, id);
        boolean all = users.size() <= PAGE;
        List<Bytes> some = all ? users : users.subList(0, PAGE);
        some.forEach(user -> batch.delete(listed(id, user)));
        if (all) {
            batch.require(Guard.sizeBelow(list(id), users.size() + 1L)).delete(list(id));
        } else {
            batch.write(removal(id, some));
        }
        return all;
    }

    /** Removes the marks of a service until about as many are left as one batch takes. Returns whether it may be done. */
    boolean thin(Store store, String id, Supplier<Batch.Builder> bound) {
        List<Bytes> users =
                store.type(list(id)).equals(Optional.of(kind.keys().marks().type())) ? users(store, id) : List.of();
        for (int from = PAGE; from < users.size(); from += PAGE) {
            List<Bytes> page = users.subList(from, Math.min(users.size(), from + PAGE));
            Batch.Builder batch = bound.get();
            page.forEach(user -> batch.delete(listed(id, user)));
            if (!store.apply(batch.write(removal(id, page)))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a guard is about the list of marks. */
    boolean isAbout(Guard guard) {
        return guard instanceof Guard.SizeBelow below
                && kind.keys().marks().match(below.key().name()).isPresent();
    }

    private Write removal(String id, List<Bytes> users) {
        return isHash() ? new Write.HashRemove(list(id), users) : new Write.RankRemove(list(id), users);
    }

    /** Removes all marks of a service that is no more, and stops when there is one of that name again. */
    void sweep(Store store, String id) {
        List<Bytes> users = users(store, id);
        for (int from = 0; from < users.size(); from += PAGE) {
            List<Bytes> page = users.subList(from, Math.min(users.size(), from + PAGE));
            Batch.Builder batch =
                    Batch.builder().require(Guard.absent(kind.keys().service().key(id)));
            page.forEach(user -> batch.delete(listed(id, user)));
            batch.write(removal(id, page));
            if (!store.apply(batch)) {
                return;
            }
        }
    }
}

package dev.yorozu.nostalgic;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The marks that users leave on the services of one kind: counted today, likes it today, has just posted.
 *
 * <p>Each mark is a key of its own that ends by itself. Beside them lists tell who has one and until when, so that all marks
 * of a service can be found without a walk over the keyspace, and that their ends count by the clock of this server,
 * whatever the store's says. The counters of addresses (see {@link dev.yorozu.nostalgic.visitor.AddressLimit}) are listed
 * among them, behind a sign that no name of a user has.
 *
 * <p>A list is a hash, to which an entry costs little, and nothing is ever taken out of one: it ends as a whole. There are
 * three, which take turns by the day. One that is a day behind lives as long as a mark can, an hour more at most, and has ended
 * by the time its turn comes again: so the lists hold the users of two days at most.
 *
 * <p>Earlier versions kept one list, a hash or, for all but counters, a sorted set. It is read where the others are, and goes
 * with them. While servers of both versions share a store, they see each other's marks, because those are the same keys;
 * but an earlier one that deletes a service leaves the marks that these lists name until they end, unless the service is
 * made anew by this version, which removes them first.
 */
public final class Marks {
    private static final int PAGE = 400;
    private static final String ADDRESS = "@";
    private static final List<String> TURNS = List.of("0", "1", "2");
    private static final double UNLISTED = Double.NEGATIVE_INFINITY;
    /** Longer than any day is, that on which clocks are set back included; no mark lives longer. */
    static final Duration LONGEST_DAY = Duration.ofHours(26);

    private final Kind kind;
    private final NostalgicKeys.Service keys;

    public Marks(Kind kind) {
        this.kind = kind;
        this.keys = kind.keys();
    }

    public Key key(String id, String user) {
        return kind.mark().key(id, user);
    }

    /** Where it is counted what an address has done. */
    public Key addressKey(String id, String address) {
        return keys.addresses().key(id, address);
    }

    /** What the lists call the user of a mark, or the address that a key counts. */
    public Bytes member(Key key) {
        String name = key.name();
        String last = name.substring(name.lastIndexOf(':') + 1);
        return Bytes.of(kind.mark().match(name).isPresent() ? last : ADDRESS + last);
    }

    /** The list that takes what is left at this moment. */
    public Key list(String id, Instant now) {
        long day = Math.floorDiv(now.getEpochSecond(), Duration.ofDays(1).toSeconds());
        return keys.lists().key(id, TURNS.get((int) Math.floorMod(day, (long) TURNS.size())));
    }

    /** All lists of a service, but for that of earlier versions. */
    public List<Key> lists(String id) {
        return TURNS.stream().map(turn -> keys.lists().key(id, turn)).toList();
    }

    private List<Key> allLists(String id) {
        return Stream.concat(lists(id).stream(), Stream.of(keys.marks().key(id)))
                .toList();
    }

    private ValueType type(Key list) {
        return keys.marks().match(list.name()).isPresent() ? keys.marks().type() : ValueType.HASH;
    }

    /**
     * Leaves a mark until the end of a day.
     *
     * @param mark the user's {@link #key}, which the caller has from its guards
     */
    public void leaveUntil(
            Batch.Builder batch, String id, String user, Key mark, Bytes value, Instant now, Instant end) {
        leave(batch.put(mark, value, Expiry.at(end)), id, user, now, end);
    }

    /** Leaves a mark that lasts for some time. */
    public void leaveFor(Batch.Builder batch, String id, String user, Instant now, Duration time) {
        Bytes since = Bytes.of(now.toEpochMilli());
        leave(batch.put(key(id, user), since, Expiry.after(time)), id, user, now, now.plus(time));
    }

    private void leave(Batch.Builder batch, String id, String user, Instant now, Instant end) {
        Key list = list(id, now);
        batch.write(enlist(list, Bytes.of(user), end)).prolong(list, life(now));
    }

    /** As long as a mark can live, and up to an hour more: so all marks of an hour give their list about the same end. */
    private static Duration life(Instant now) {
        Instant next = now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        return Duration.between(now, next).plus(LONGEST_DAY);
    }

    /** Lists the counter of an address. */
    public void enlistAddress(Batch.Builder batch, String id, String address, Instant now, Duration life) {
        batch.write(enlist(id, Bytes.of(ADDRESS + address), now, now.plus(life)));
    }

    /** Enters a mark into the list of this moment, which has to live as long as the mark does. */
    public Write enlist(String id, Bytes user, Instant now, Instant end) {
        return enlist(list(id, now), user, end);
    }

    private static Write enlist(Key list, Bytes user, Instant end) {
        return new Write.HashPut(list, user, Bytes.of(end.toEpochMilli()));
    }

    /** Whether a mark that the store still shows has ended by the clock of this server, as far as it is listed. */
    public boolean hasEnded(Store store, String id, String user, Instant now) {
        List<Object> ends = store.readAll(ends(id, Bytes.of(user)));
        double last = ends.stream().mapToDouble(Marks::end).max().orElse(UNLISTED);
        return last > UNLISTED && last <= now.toEpochMilli();
    }

    private List<Read<?>> ends(String id, Bytes user) {
        List<Read<?>> questions = new ArrayList<>();
        for (Key list : allLists(id)) {
            questions.add(type(list) == ValueType.HASH ? new Read.Field(list, user) : new Read.ScoreOf(list, user));
        }
        return questions;
    }

    /** The end that a list tells. */
    private static double end(Object answer) {
        if (answer instanceof OptionalDouble score) {
            return score.orElse(UNLISTED);
        }
        Optional<?> end = (Optional<?>) answer;
        return end.isPresent() ? ((Bytes) end.get()).number().orElse(Long.MAX_VALUE) : UNLISTED;
    }

    /** Whether each of these users, of any services, is in a list of the service. */
    public List<Boolean> areListed(Store store, List<Listing> listings) {
        List<Boolean> listed = new ArrayList<>();
        for (List<Listing> some : RoundTrip.chunks(listings, PAGE / 2)) {
            List<Read<?>> questions = new ArrayList<>();
            some.forEach(each -> questions.addAll(ends(each.id(), each.user())));
            List<Object> ends = store.readAll(questions);
            int each = ends.size() / some.size();
            for (int from = 0; from < ends.size(); from += each) {
                listed.add(ends.subList(from, from + each).stream().anyMatch(end -> end(end) > UNLISTED));
            }
        }
        return listed;
    }

    /** A user or an address that the lists of a service may name. */
    public record Listing(String id, Bytes user) {}

    /** All users and addresses in the lists of a service. */
    public List<Bytes> users(Store store, String id) {
        LinkedHashSet<Bytes> users = new LinkedHashSet<>();
        allLists(id).forEach(list -> users.addAll(users(store, list)));
        return List.copyOf(users);
    }

    private List<Bytes> users(Store store, Key list) {
        return type(list) == ValueType.HASH
                ? List.copyOf(store.fields(list).keySet())
                : store.ranks(list, Order.RISING, 0, -1).stream()
                        .map(Ranked::member)
                        .toList();
    }

    /** Guards that hold where there is nothing left to {@link #sweep}. */
    List<Guard> swept(String id) {
        return allLists(id).stream().map(Guard::absent).toList();
    }

    /** Who is in which of the lists of a service; one that is no list names nobody. */
    private Map<Key, List<Bytes>> listed(Store store, String id) {
        Map<Key, List<Bytes>> listed = new LinkedHashMap<>();
        for (Key list : allLists(id)) {
            store.type(list).ifPresent(type -> listed.put(list, type == type(list) ? users(store, list) : List.of()));
        }
        return listed;
    }

    /**
     * Adds to a batch what removes the marks of a service, as many as a batch takes.
     *
     * @return whether these are all, and the batch happens only as long as they are
     */
    boolean remove(Store store, Batch.Builder batch, String id) {
        Map<Key, List<Bytes>> listed = listed(store, id);
        boolean all = listed.values().stream().mapToInt(List::size).sum() <= PAGE;
        for (Key list : allLists(id)) {
            List<Bytes> users = listed.get(list);
            if (users == null) {
                batch.require(Guard.absent(list));
            } else if (all) {
                users.forEach(user -> batch.delete(marked(id, user)));
                if (!users.isEmpty()) {
                    batch.require(Guard.sizeBelow(list, users.size() + 1L));
                }
                batch.delete(list);
            } else if (!users.isEmpty()) {
                forget(
                        batch,
                        id,
                        list,
                        users.subList(
                                0, Math.min(users.size(), PAGE / allLists(id).size())));
            }
        }
        return all;
    }

    /** Removes the marks of a service until about as many are left as one batch takes. Returns whether it may be done. */
    boolean thin(Store store, String id, Supplier<Batch.Builder> bound) {
        for (Map.Entry<Key, List<Bytes>> each : listed(store, id).entrySet()) {
            List<Bytes> users = each.getValue();
            for (int from = PAGE / (TURNS.size() + 1); from < users.size(); from += PAGE) {
                Batch.Builder batch = bound.get();
                forget(batch, id, each.getKey(), users.subList(from, Math.min(users.size(), from + PAGE)));
                if (!store.apply(batch)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Removes all marks of a service that is no more, and stops when there is one of that name again. */
    void sweep(Store store, String id) {
        for (Key list : allLists(id)) {
            List<Bytes> users = users(store, list);
            for (int from = 0; from < users.size(); from += PAGE) {
                Batch.Builder batch =
                        Batch.builder().require(Guard.absent(keys.service().key(id)));
                forget(batch, id, list, users.subList(from, Math.min(users.size(), from + PAGE)));
                if (!store.apply(batch)) {
                    return;
                }
            }
        }
    }

    private void forget(Batch.Builder batch, String id, Key list, List<Bytes> users) {
        users.forEach(user -> batch.delete(marked(id, user)));
        batch.write(
                type(list) == ValueType.HASH ? new Write.HashRemove(list, users) : new Write.RankRemove(list, users));
    }

    /** The key that an entry of a list stands for. */
    private Key marked(String id, Bytes member) {
        String name = member.text();
        return name.startsWith(ADDRESS) ? addressKey(id, name.substring(ADDRESS.length())) : key(id, name);
    }

    /** Whether a guard is about a list of marks. */
    boolean isAbout(Guard guard) {
        String name = guard.key().name();
        return keys.lists().match(name).isPresent() || keys.marks().match(name).isPresent();
    }
}

package dev.yorozu.nostalgic.integrity;

import dev.yorozu.keyspace.NostalgicKeys;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Marks;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;

/**
 * Goes over all keys of the services, a page at a time, looks closely wherever a glance does not settle it, and remembers
 * the places that look wrong, each once.
 */
final class Walk {
    private static final int PAGE = 256;
    private static final String MAPPINGS = "url:";
    /** Past so many suspects a walk goes no further. */
    private static final int MOST_SUSPECTS = 10_000;

    private final Store store;
    private final IntegrityPolicy policy;
    private final Checks checks;
    private final LongConsumer progress;
    private final Set<Place> suspects = new LinkedHashSet<>();
    private boolean complete = true;
    private long keys;

    Walk(Store store, IntegrityPolicy policy, LongConsumer progress) {
        this.store = store;
        this.policy = policy;
        this.checks = new Checks(store, policy);
        this.progress = progress;
    }

    Checks checks() {
        return checks;
    }

    /** The places that looked wrong at first sight. */
    Set<Place> suspects() {
        return suspects;
    }

    /** Whether there was room for all suspects; otherwise the walk has missed something. */
    boolean complete() {
        return complete;
    }

    /** How many keys were looked at. */
    long keys() {
        return keys;
    }

    /** Looks at everything. Mappings come first: what they say counts later on. */
    void all() {
        scan(MAPPINGS, page -> page.forEach(this::mapping));
        for (Kind kind : Kind.values()) {
            screen(new Place.Index(kind));
            index(kind);
            scan(
                    Place.prefix(kind),
                    page -> keys(page.stream().map(key -> Place.of(kind, key)).toList()));
        }
    }

    /** Looks at what one service can have, as far as it can be named. */
    void one(Kind kind, String id) {
        screen(new Place.Member(kind, Bytes.of(id)));
        if (kind.keys().service().find(id).isEmpty()) {
            return;
        }
        screen(new Place.Record(kind, id));
        List<Place> places = new ArrayList<>(Place.Data.single(kind, id));
        Marks marks = new Marks(kind);
        marks.lists(id)
                .forEach(list -> places.add(new Place.Data(kind, kind.keys().lists(), id, list)));
        for (Bytes user : readable(() -> marks.users(store, id))) {
            kind.mark().find(id, user.text()).ifPresent(key -> places.add(new Place.Data(kind, kind.mark(), id, key)));
        }
        if (kind == Kind.COUNTER) {
            LocalDate today = policy.days().today().date();
            for (long ago = -1; ago <= policy.dailyLife().toDays() + 1; ago++) {
                Key key =
                        NostalgicKeys.COUNTER_DAILY.key(id, today.minusDays(ago).toString());
                places.add(new Place.Data(kind, NostalgicKeys.COUNTER_DAILY, id, key));
            }
        }
        for (int from = 0; from < places.size(); from += PAGE) {
            keys(places.subList(from, Math.min(places.size(), from + PAGE)));
        }
    }

    /** Looks at a place, and remembers it if something seems wrong there. */
    private void screen(Place place) {
        if (isOpen() && !checks.look(place).isEmpty()) {
            suspects.add(place);
        }
    }

    private boolean isOpen() {
        complete &= suspects.size() < MOST_SUSPECTS;
        return complete;
    }

    private void scan(String prefix, Consumer<List<Key>> look) {
        for (Scan.Page page : Scan.of(prefix, PAGE).pages(store)) {
            if (!isOpen()) {
                return;
            }
            look.accept(page.keys());
            keys += page.keys().size();
            progress.accept(keys);
        }
    }

    private void mapping(Key key) {
        for (Kind kind : Kind.values()) {
            if (key.name().startsWith(kind.keys().mapping().prefix())) {
                screen(kind.keys()
                        .mapping()
                        .match(key.name())
                        .<Place>map(parts ->
                                new Place.Mapping(kind, kind.keys().mapping().key(parts.getFirst())))
                        .orElseGet(() -> new Place.Unknown(kind, key)));
            }
        }
    }

    private void index(Kind kind) {
        Key key = kind.keys().index().key();
        List<Bytes> page;
        long from = 0;
        do {
            long start = from;
            page = readable(() -> store.ranks(key, Order.RISING, start, start + PAGE - 1)).stream()
                    .map(Ranked::member)
                    .toList();
            checks.lookups().withoutRecord(kind, page).forEach(member -> screen(new Place.Member(kind, member)));
            from += PAGE;
        } while (page.size() == PAGE && isOpen());
    }

    private static <T> List<T> readable(Supplier<List<T>> reading) {
        try {
            return reading.get();
        } catch (StoreException.WrongType reportedWithItsKey) {
            return List.of();
        }
    }

    /** Records are looked at closely, and other keys where their type, their end or their record is not as it should. */
    private void keys(List<? extends Place> page) {
        List<Place.Data> data = new ArrayList<>();
        for (Place place : page) {
            if (place instanceof Place.Data each) {
                data.add(each);
            } else {
                screen(place);
            }
        }
        if (!data.isEmpty()) {
            checks.keys().suspicious(data).forEach(this::screen);
        }
    }
}

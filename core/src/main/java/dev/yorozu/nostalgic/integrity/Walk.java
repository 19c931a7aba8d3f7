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
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Goes over all keys of the services, a page at a time, and looks closely wherever a glance does not settle it. */
final class Walk {
    private static final int PAGE = 256;
    private static final String MAPPINGS = "url:";

    private final Store store;
    private final Suspects suspects;
    private final LongConsumer progress;
    private final Glance glance;
    private long keys;

    Walk(Store store, Suspects suspects, LongConsumer progress) {
        this.store = store;
        this.suspects = suspects;
        this.progress = progress;
        this.glance = new Glance(store);
    }

    /** Looks at everything, and says how many keys that were. Mappings come first: what they say counts later on. */
    long all() {
        scan(MAPPINGS, page -> page.forEach(this::mapping));
        for (Kind kind : Kind.values()) {
            suspects.screen(new Place.Index(kind));
            index(kind);
            ServiceKeys names = ServiceKeys.of(kind);
            scan(
                    ServiceKeys.prefix(kind),
                    page -> keys(page.stream().map(names::place).toList()));
        }
        return keys;
    }

    /** Looks at what one service can have, as far as it can be named. */
    long one(Kind kind, String id, IntegrityPolicy policy) {
        suspects.screen(new Place.Member(kind, Bytes.of(id)));
        if (kind.keys().service().find(id).isEmpty()) {
            return keys;
        }
        suspects.screen(new Place.Record(kind, id));
        List<Place> places = new ArrayList<>(ServiceKeys.of(kind).single(id));
        for (Bytes user : users(kind, id)) {
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
        return keys;
    }

    private void scan(String prefix, Consumer<List<Key>> page) {
        Scan scan = Scan.of(prefix, PAGE);
        Scan.Page read;
        do {
            if (!suspects.isOpen()) {
                return;
            }
            read = store.scan(scan);
            if (!read.keys().isEmpty()) {
                page.accept(read.keys());
            }
            keys += read.keys().size();
            progress.accept(keys);
            scan = scan.from(read.next());
        } while (!read.last());
    }

    private void mapping(Key key) {
        for (Kind kind : Kind.values()) {
            if (key.name().startsWith(kind.keys().mapping().prefix())) {
                suspects.screen(kind.keys()
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
        for (long from = 0; ; from += PAGE) {
            List<Ranked> page = ranks(key, from, from + PAGE - 1);
            for (Bytes member :
                    glance.withoutRecord(kind, page.stream().map(Ranked::member).toList())) {
                suspects.screen(new Place.Member(kind, member));
            }
            if (page.size() < PAGE || !suspects.isOpen()) {
                return;
            }
        }
    }

    private List<Bytes> users(Kind kind, String id) {
        try {
            return new Marks(kind).users(store, id);
        } catch (StoreException.WrongType reportedWithItsKey) {
            return List.of();
        }
    }

    private List<Ranked> ranks(Key key, long from, long to) {
        try {
            return store.ranks(key, Order.RISING, from, to);
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
                suspects.screen(place);
            }
        }
        if (!data.isEmpty()) {
            glance.suspicious(data).forEach(suspects::screen);
        }
    }
}

package dev.yorozu.server.operate.statistics;

import dev.yorozu.keyspace.AppKeys;
import dev.yorozu.keyspace.Category;
import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * One way through all keys, a page at a time: two calls of the store for each page. Holds one page and the tallies,
 * however many keys there are. Used by one thread.
 */
final class Walk {
    private static final Logger LOGGER = Logger.getLogger(Walk.class.getName());

    private static final int MOST_APPS = 1_000;

    private final Store store;
    private final Schema schema;
    private final List<CensusListener> listeners;
    private final Map<KeyPattern, Tally> tallies = new LinkedHashMap<>();
    private final Tally unknown = new Tally();
    private final Map<String, Statistics.Use> apps = new HashMap<>();
    /** Those whose fault was logged: once in a walk is enough. */
    private final Set<CensusListener> broken = new HashSet<>();

    private Scan scan;
    private long seen;

    Walk(Store store, Schema schema, List<CensusListener> listeners, int page) {
        this.store = store;
        this.schema = schema;
        this.listeners = listeners;
        this.scan = Scan.of("", page);
        schema.patterns().forEach(pattern -> tallies.put(pattern, new Tally()));
    }

    /** Counts the next page; false after the last. */
    boolean next() {
        Scan.Page page = store.scan(scan);
        // A store may show a key twice, most often close together.
        List<Key> keys = page.keys().stream()
                .filter(key -> !Shared.isOwn(key))
                .distinct()
                .toList();
        // A page may be larger than was asked for, and how much can be asked at once is limited.
        int most = 2 * scan.limit();
        for (int from = 0; from < keys.size(); from += most) {
            count(keys.subList(from, Math.min(keys.size(), from + most)));
        }
        seen += keys.size();
        scan = scan.from(page.next());
        return !page.last();
    }

    private void count(List<Key> keys) {
        List<Read<?>> questions = new ArrayList<>(2 * keys.size());
        for (Key key : keys) {
            questions.add(new Read.Remaining(key));
            questions.add(new Read.Footprint(key));
        }
        List<Object> answers = store.readAll(questions);
        Map<KeyPattern, List<Key>> shown = new LinkedHashMap<>();
        for (int i = 0; i < keys.size(); i++) {
            String name = keys.get(i).name();
            Optional<KeyPattern> pattern = schema.match(name);
            if (answers.get(2 * i) instanceof Optional<?> found
                    && found.isPresent()
                    && found.get() instanceof Life life
                    && answers.get(2 * i + 1) instanceof Long bytes) {
                pattern.map(tallies::get).orElse(unknown).count(life, bytes);
                pattern.filter(AppKeys::isOwn).ifPresent(kind -> count(kind, name, bytes));
                Key key = keys.get(i);
                pattern.filter(this::isAwaited)
                        .ifPresent(kind -> shown.computeIfAbsent(kind, each -> new ArrayList<>())
                                .add(schema.key(key.name())));
            }
        }
        listeners.forEach(listener -> show(listener, shown.getOrDefault(listener.pattern(), List.of())));
    }

    private void count(KeyPattern pattern, String name, long bytes) {
        String app = pattern.match(name).orElseThrow().getFirst();
        if (apps.size() < MOST_APPS || apps.containsKey(app)) {
            apps.merge(app, Statistics.Use.NONE.plus(bytes), (use, one) -> use.plus(bytes));
        }
    }

    private boolean isAwaited(KeyPattern pattern) {
        return listeners.stream().anyMatch(listener -> listener.pattern().equals(pattern));
    }

    private void show(CensusListener listener, List<Key> keys) {
        if (keys.isEmpty()) {
            return;
        }
        try {
            listener.seen(List.copyOf(keys));
        } catch (RuntimeException fault) {
            if (broken.add(listener)) {
                LOGGER.log(Level.WARNING, fault, () -> "Upkeep of keys of the kind " + listener.pattern() + " failed");
            }
        }
    }

    /** How many keys were seen so far. */
    long seen() {
        return seen;
    }

    /** What was counted so far. */
    Statistics statistics() {
        List<Statistics.Row> rows = new ArrayList<>();
        tallies.forEach(
                (pattern, tally) -> rows.add(tally.row(pattern.owner(), pattern.category(), pattern.template())));
        return new Statistics(rows, unknown.row("", Category.OTHER, "unknown"), apps);
    }
}

package dev.yorozu.nostalgic.integrity;

import dev.yorozu.date.Iso;
import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.SiteUrl;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Tells operators which services there are, newest first, as the indexes name them and their records tell. A name whose
 * record is missing or cannot be read is listed too, without what only the record tells. Safe for use by many threads.
 */
public final class Inventory {
    private static final int PAGE = 256;

    private final Store store;

    public Inventory(Store store) {
        this.store = store;
    }

    /**
     * One service.
     *
     * @param url empty when its record cannot be read
     * @param total how much it holds, as its record tells
     */
    public record Line(
            Kind kind, String id, String url, long total, Optional<Instant> created, Optional<Instant> last) {
        public boolean isReadable() {
            return !url.isEmpty();
        }

        private boolean holds(String words) {
            return id.contains(words) || url.toLowerCase(Locale.ROOT).contains(words);
        }
    }

    /** All services of a kind taken together. */
    public record Summary(Kind kind, long services, long total, Optional<Line> newest) {}

    /** @param more whether there are more that fit */
    public record Listing(List<Line> lines, boolean more) {
        public Listing {
            lines = List.copyOf(lines);
        }
    }

    /** How many services of each kind there are, and how much they hold. */
    public List<Summary> overview(LongConsumer progress) {
        List<Summary> summaries = new ArrayList<>();
        long before = 0;
        for (Kind kind : Kind.values()) {
            long services = 0;
            long total = 0;
            Optional<Line> newest = Optional.empty();
            Iterable<Line> lines = lines(kind)::iterator;
            for (Line line : lines) {
                newest = newest.or(() -> Optional.of(line));
                services++;
                total += line.total();
                progress.accept(before + services);
            }
            summaries.add(new Summary(kind, services, total, newest));
            before += services;
        }
        return summaries;
    }

    /** Services whose name or address holds a text, newest first in each kind; all for the empty text. */
    public Listing list(Optional<Kind> only, String text, int most) {
        String words = text.strip().toLowerCase(Locale.ROOT);
        List<Line> lines = only.map(Stream::of)
                .orElseGet(() -> Stream.of(Kind.values()))
                .flatMap(this::lines)
                .filter(line -> line.holds(words))
                .limit(most + 1L)
                .toList();
        return new Listing(lines.subList(0, Math.min(most, lines.size())), lines.size() > most);
    }

    /** The names that an address leads to, or whose records tell it. */
    public Set<String> ids(Kind kind, String url) {
        Set<String> ids = new LinkedHashSet<>();
        kind.keys()
                .mapping()
                .find(SiteUrl.encode(url))
                .flatMap(key -> Seen.at(store, key).text())
                .ifPresent(id -> ids.add(id.text()));
        lines(kind).filter(line -> line.url().equals(url)).forEach(line -> ids.add(line.id()));
        return ids;
    }

    /** The kinds of which there is something under a name. */
    public List<Kind> kinds(String id) {
        Known known = new Known(store);
        List<Kind> kinds = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            boolean nameable = kind.keys().service().find(id).isPresent();
            if (nameable
                    && (known.hasRecord(kind, id)
                            || known.isIndexed(kind, Bytes.of(id))
                            || Place.Data.single(kind, id).stream()
                                    .anyMatch(place -> store.type(place.key()).isPresent()))) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    /** The services of a kind, newest first, read a page at a time as they are asked for. */
    private Stream<Line> lines(Kind kind) {
        return LongStream.iterate(0, from -> from + PAGE)
                .mapToObj(from -> names(kind, from))
                .takeWhile(ids -> !ids.isEmpty())
                .flatMap(ids -> lines(kind, ids).stream());
    }

    private List<String> names(Kind kind, long from) {
        try {
            Key index = kind.keys().index().key();
            return store.ranks(index, Order.FALLING, from, from + PAGE - 1).stream()
                    .map(Ranked::member)
                    .map(Bytes::text)
                    .toList();
        } catch (StoreException.WrongType broken) {
            return List.of();
        }
    }

    private List<Line> lines(Kind kind, List<String> ids) {
        List<String> nameable = ids.stream()
                .filter(id -> kind.keys().service().find(id).isPresent())
                .toList();
        List<Optional<Bytes>> records = Seen.texts(
                store,
                nameable.stream().map(id -> kind.keys().service().key(id)).toList());
        List<Line> lines = new ArrayList<>();
        for (String id : ids) {
            int at = nameable.indexOf(id);
            Optional<Bytes> record = at < 0 ? Optional.empty() : records.get(at);
            lines.add(record.flatMap(found -> Service.parse(kind, id, found))
                    .map(Inventory::line)
                    .orElseGet(() -> new Line(kind, id, "", 0, Optional.empty(), Optional.empty())));
        }
        return lines;
    }

    private static Line line(Service service) {
        Kind kind = service.kind();
        return new Line(
                kind,
                service.id(),
                service.url(),
                service.record().number(kind.total()).orElse(0),
                Optional.of(service.created()),
                service.record().text(kind.last()).flatMap(Iso::parse));
    }
}

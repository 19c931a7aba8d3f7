package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.command.Access;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/*
 * A page of the store may hold more keys than a client asks for. Where it goes on is then the beginning of that page and the
 * last name that was given, so that keys which come or go in the meantime shift nothing. A client that makes a place up sees
 * what it may see anyway, from another place on.
 */

/**
 * The keys of one namespace that a visitor may know of, a page at a time. One call looks at so many keys of the store and no
 * more; a page can be short, or even empty, before the last, as Cloudflare's can.
 */
record KvListing(Store store, Access access, KvNamespace namespace, Instant now) {
    private static final int MOST = 1_000;
    private static final int LOOKED_AT = 10_000;
    private static final int LEAST_PAGE = 100;
    private static final int ASKED_TOGETHER = 64;

    /** @param expiration in seconds since 1970 */
    record Item(String name, Optional<Long> expiration, Optional<KvMetadata> metadata) {}

    /** @param cursor where to go on; empty after the last page */
    record Page(List<Item> items, String cursor) {}

    private record Place(String cursor, String after) {
        /** The name may hold any character, so that its length stands before it. */
        String text() {
            byte[] place = (after.length() + ":" + after + cursor).getBytes(StandardCharsets.UTF_8);
            return Base64.getUrlEncoder().withoutPadding().encodeToString(place);
        }

        static Place of(String text) {
            if (text.isEmpty()) {
                return new Place("", "");
            }
            try {
                String place = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
                int name = place.indexOf(':') + 1;
                int end = name + Integer.parseInt(place.substring(0, name - 1));
                return new Place(place.substring(end), place.substring(name, end));
            } catch (IllegalArgumentException | IndexOutOfBoundsException malformed) {
                throw notOurs();
            }
        }
    }

    private static ProblemException notOurs() {
        return KvErrors.invalid("Invalid cursor: send the one that the last page gave.");
    }

    static int limit(Optional<String> text) {
        if (!text.orElse("1").matches("[0-9]{1,4}")) {
            throw KvErrors.invalid("Invalid limit: it must be a whole number from 1 to " + MOST + ".");
        }
        int limit = text.map(Integer::parseInt).orElse(MOST);
        if (limit < 1 || limit > MOST) {
            throw KvErrors.invalid("Invalid limit: it must be a whole number from 1 to " + MOST + ".");
        }
        return limit;
    }

    Page page(String prefix, int limit, String cursor) {
        Place place = Place.of(cursor);
        Map<String, Key> found = new TreeMap<>();
        for (int looked = 0; looked < LOOKED_AT; ) {
            Scan.Page page =
                    scan(namespace.beginning(prefix), place.cursor(), Math.max(LEAST_PAGE, limit - found.size()));
            looked += Math.max(1, page.keys().size());
            String after = place.after();
            for (Key key :
                    page.keys().stream().sorted(Comparator.comparing(Key::name)).toList()) {
                if (key.name().compareTo(after) <= 0) {
                    continue;
                }
                if (found.size() == limit) {
                    return new Page(items(found), new Place(place.cursor(), after).text());
                }
                namespace
                        .name(key)
                        .filter(name -> name.startsWith(prefix) && access.reaches(key.name()))
                        .flatMap(namespace::key)
                        .ifPresent(own -> found.put(own.name(), own));
                after = key.name();
            }
            if (page.last()) {
                return new Page(items(found), "");
            }
            place = new Place(page.next(), "");
        }
        return new Page(items(found), place.text());
    }

    private Scan.Page scan(String beginning, String cursor, int limit) {
        try {
            return store.scan(new Scan(beginning, cursor, limit));
        } catch (IllegalArgumentException malformed) {
            throw notOurs();
        }
    }

    private List<Item> items(Map<String, Key> found) {
        List<Key> keys = List.copyOf(found.values());
        List<Item> items = new ArrayList<>(keys.size());
        for (int from = 0; from < keys.size(); from += ASKED_TOGETHER) {
            items.addAll(described(keys.subList(from, Math.min(keys.size(), from + ASKED_TOGETHER))));
        }
        return items;
    }

    private List<Item> described(List<Key> keys) {
        List<Optional<Life>> lives =
                store.readAll(keys.stream().map(Read.Remaining::new).toList());
        List<Optional<ValueType>> types =
                store.readAll(keys.stream().map(Read.Type::new).toList());
        List<Optional<KvMetadata>> metadata = metadata(keys);
        List<Item> items = new ArrayList<>(keys.size());
        for (int i = 0; i < keys.size(); i++) {
            if (types.get(i).equals(Optional.of(ValueType.STRING))) {
                String name = namespace.name(keys.get(i)).orElseThrow();
                items.add(new Item(name, lives.get(i).flatMap(this::end), metadata.get(i)));
            }
        }
        return items;
    }

    private Optional<Long> end(Life life) {
        return life instanceof Life.Ends ends
                ? Optional.of(now.plus(ends.left()).plusMillis(500).getEpochSecond())
                : Optional.empty();
    }

    /** A value is looked at only where something lies beside it, one at a time: they can be large. */
    private List<Optional<KvMetadata>> metadata(List<Key> keys) {
        List<Optional<Bytes>> kept = store.readAll(
                keys.stream().map(KvMetadata::key).map(Read.Get::new).toList());
        List<Optional<KvMetadata>> metadata = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            Key key = keys.get(i);
            metadata.add(kept.get(i).flatMap(text -> value(key).flatMap(value -> KvMetadata.of(text, value))));
        }
        return metadata;
    }

    private Optional<Bytes> value(Key key) {
        try {
            return store.get(key);
        } catch (StoreException.WrongType noText) {
            return Optional.empty();
        }
    }
}

package dev.yorozu.session;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Finds sessions that no index names, because another program wrote them: by their names, which begin with the user. Where
 * the key is the sid alone there is no way to find them, and none are.
 *
 * <p>A store that keeps names in order answers at once. Redis looks at its keys one after the other, so only the first so
 * many pages are asked for: in a larger store some may stay unseen until they are used, which indexes them, or until
 * somebody who walks over all keys anyway has them {@linkplain Sessions#adopt adopted}.
 */
final class Strays {
    private static final int PAGE = 1000;
    private static final int PAGES = 16;

    private final Store store;
    private final SessionLayout layout;

    Strays(Store store, SessionLayout layout) {
        this.store = store;
        this.layout = layout;
    }

    /** The members that a user's index lacks. */
    List<Bytes> beyond(String user, Collection<Bytes> known) {
        if (!layout.byUser() || !layout.isUser(user)) {
            return List.of();
        }
        Set<Bytes> seen = new HashSet<>(known);
        List<Bytes> strays = new ArrayList<>();
        Scan scan = Scan.of(layout.session().prefix(user), PAGE);
        for (int page = 0; page < PAGES; page++) {
            Scan.Page found = store.scan(scan);
            found.keys().stream()
                    .flatMap(key -> layout.session().match(key.name()).stream())
                    .map(parts -> Bytes.of(parts.getLast()))
                    .filter(seen::add)
                    .forEach(strays::add);
            if (found.last()) {
                break;
            }
            scan = scan.from(found.next());
        }
        return strays;
    }

    /** A session that no index names. */
    record Stray(String user, String sid) {}

    /** Those of these sessions that their users' indexes lack, where those are sorted. */
    List<Stray> unnamed(List<Key> keys) {
        if (!layout.byUser() || !layout.ranked()) {
            return List.of();
        }
        List<Stray> all = keys.stream()
                .flatMap(key -> layout.session().match(key.name()).stream())
                .map(parts -> new Stray(parts.getFirst(), parts.getLast()))
                .toList();
        List<OptionalDouble> places = store.readAll(all.stream()
                .map(each -> new Read.ScoreOf(layout.index().key(each.user()), Bytes.of(each.sid())))
                .toList());
        return IntStream.range(0, all.size())
                .filter(i -> places.get(i).isEmpty())
                .mapToObj(all::get)
                .toList();
    }
}

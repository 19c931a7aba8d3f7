package dev.yorozu.command.family;

import static dev.yorozu.command.call.Command.Flag.DANGEROUS;
import static dev.yorozu.command.call.Command.Flag.FAST;
import static dev.yorozu.command.call.Command.Flag.KEYSPACE;
import static dev.yorozu.command.call.Command.Flag.READONLY;
import static dev.yorozu.command.call.Command.Flag.WRITE;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Scan;
import dev.yorozu.text.Glob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** Commands that reach keys which their call does not name. */
public final class KeyspaceCommands {
    private static final int MOST_PAGE = 10_000;
    private static final int MOST_KEYS = 100_000;
    /** A random key is one of the first so many. */
    private static final int DRAWN = 1_000;

    /** Asks for everything at once. */
    public static final Command KEYS =
            Command.without("keys", 2, KeyspaceCommands::keys, READONLY, KEYSPACE, DANGEROUS);

    private KeyspaceCommands() {}

    public static List<Command> all() {
        return List.of(
                Command.without("scan", -2, KeyspaceCommands::scan, READONLY, KEYSPACE),
                KEYS,
                Command.without("randomkey", 1, KeyspaceCommands::random, READONLY, KEYSPACE),
                Command.without("dbsize", 1, KeyspaceCommands::count, READONLY, FAST, KEYSPACE),
                Command.without("flushall", -1, KeyspaceCommands::clear, WRITE, KEYSPACE, DANGEROUS),
                Command.without("flushdb", -1, KeyspaceCommands::clear, WRITE, KEYSPACE, DANGEROUS));
    }

    private static Reply scan(Call call) {
        long cursor = ElementScan.cursor(call.part(1));
        ElementScan.Options options = ElementScan.Options.of(call, 2, true);
        String place =
                cursor == 0 ? "" : call.allKeys().recall(cursor).orElseThrow(() -> new Refused("ERR invalid cursor"));
        String prefix = options.pattern().map(KeyspaceCommands::prefix).orElse("");
        int limit = (int) Math.min(options.count(), MOST_PAGE);
        Scan.Page page = call.allKeys().page(new Scan(prefix, place, limit));
        List<Bytes> names = new ArrayList<>();
        for (Key key : page.keys()) {
            Bytes name = Bytes.of(key.name());
            if (options.takes(name) && isOf(call, key, options.type())) {
                names.add(name);
            }
        }
        return ElementScan.page(page.last() ? 0 : call.allKeys().remember(page.next()), names);
    }

    /** What all names begin with that match; a pattern may be cut within a character, and then what stands before it. */
    private static String prefix(Bytes pattern) {
        byte[] bytes = pattern.toArray();
        String prefix = new String(bytes, 0, Glob.prefixLength(bytes), StandardCharsets.UTF_8);
        int cut = prefix.indexOf('\uFFFD');
        return cut < 0 ? prefix : prefix.substring(0, cut);
    }

    private static boolean isOf(Call call, Key key, Optional<String> wanted) {
        return wanted.isEmpty()
                || call.allKeys().type(key).map(KeyCommands::name).equals(wanted);
    }

    private static Reply keys(Call call) {
        List<Bytes> names = new ArrayList<>();
        for (List<Key> page : matching(call, call.part(1))) {
            page.forEach(key -> names.add(Bytes.of(key.name())));
            if (names.size() > MOST_KEYS) {
                throw new Refused("ERR more than " + MOST_KEYS + " keys match: use SCAN");
            }
        }
        return Reply.bulks(names);
    }

    /** Deletes the keys whose names match a pattern; what is written meanwhile may stay. */
    public static void deleteMatching(Call call, Bytes pattern) {
        matching(call, pattern).forEach(call.allKeys()::delete);
    }

    /** The keys whose names match a pattern, a page at a time. */
    private static Iterable<List<Key>> matching(Call call, Bytes pattern) {
        byte[] bytes = pattern.toArray();
        Iterable<Scan.Page> pages = call.allKeys().walk(prefix(pattern));
        return () -> StreamSupport.stream(pages.spliterator(), false)
                .map(page -> page.keys().stream()
                        .filter(key -> Glob.matches(bytes, key.name().getBytes(StandardCharsets.UTF_8)))
                        .toList())
                .iterator();
    }

    private static Reply random(Call call) {
        List<Key> drawn = new ArrayList<>();
        for (Scan.Page page : call.allKeys().walk("")) {
            drawn.addAll(page.keys());
            if (drawn.size() >= DRAWN) {
                break;
            }
        }
        return drawn.isEmpty()
                ? Reply.NULL
                : Reply.of(drawn.get(call.random().nextInt(drawn.size())).name());
    }

    private static Reply count(Call call) {
        long count = 0;
        for (Scan.Page page : call.allKeys().walk("")) {
            count += page.keys().size();
        }
        return Reply.of(count);
    }

    private static Reply clear(Call call) {
        boolean how = call.size() == 2 && List.of("SYNC", "ASYNC").contains(call.option(1));
        if (call.size() > 1 && !how) {
            throw Refused.syntax();
        }
        for (Scan.Page page : call.allKeys().walk("")) {
            call.allKeys().delete(page.keys());
        }
        return Reply.OK;
    }
}

package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.command.Session;
import dev.yorozu.command.call.Reply;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The values of one namespace, within the rights of one visitor. Each call is one step; but in front of a Redis, whose keys may
 * lie far apart, each key of many is one. For use by one thread.
 */
record KvValues(Session session, KvNamespace namespace, int mostBytes) {
    private static final int LONGEST_KEY = 512;
    private static final Bytes MGET = Bytes.of("MGET");
    private static final Bytes SET = Bytes.of("SET");
    private static final Bytes DEL = Bytes.of("DEL");
    private static final Bytes EXPIRETIME = Bytes.of("EXPIRETIME");

    /** A value, with what is kept beside it. */
    record Entry(Bytes value, Optional<KvMetadata> metadata) {}

    Optional<Entry> find(String name) {
        requireName(name);
        Optional<Key> key = namespace.key(name);
        if (key.isEmpty()) {
            return Optional.empty();
        }
        Reply reply = execute(List.of(MGET, name(key.get()), name(KvMetadata.key(key.get()))));
        List<Reply> found = ((Reply.Array) reply).items();
        return text(found.get(0))
                .map(value -> new Entry(value, text(found.get(1)).flatMap(kept -> KvMetadata.of(kept, value))));
    }

    /** When the value at a key ends, in seconds since 1970; empty where it does not, or there is none. */
    OptionalLong expiration(String name) {
        Optional<Key> key = namespace.key(name);
        if (key.isPresent()
                && execute(List.of(EXPIRETIME, name(key.get()))) instanceof Reply.Int end
                && end.value() > 0) {
            return OptionalLong.of(end.value());
        }
        return OptionalLong.empty();
    }

    void put(String name, KvWrite write) {
        put(Map.of(name, write));
    }

    /** Writes what is given for each name. */
    void put(Map<String, KvWrite> writes) {
        List<List<List<Bytes>>> calls = new ArrayList<>(writes.size());
        writes.forEach((name, write) -> calls.add(putting(name, write)));
        together(calls);
    }

    private List<List<Bytes>> putting(String name, KvWrite write) {
        requireName(name);
        if (write.value().length() > mostBytes) {
            throw KvErrors.tooLarge("A value may have at most " + mostBytes + " bytes here.");
        }
        Key key = namespace.key(name).orElseThrow(KvErrors.NOT_HELD::exception);
        Key beside = KvMetadata.key(key);
        List<Bytes> metadata = write.metadata()
                .map(kept -> set(beside, kept.beside(write.value()), write.life()))
                .orElseGet(() -> delete(beside));
        return List.of(set(key, write.value(), write.life()), metadata);
    }

    /** Deletes what is at each name; a name that this namespace cannot hold has nothing. */
    void delete(List<String> names) {
        List<List<List<Bytes>>> calls = new ArrayList<>(names.size());
        for (String name : names) {
            requireName(name);
            namespace.key(name).ifPresent(key -> calls.add(List.of(delete(key), delete(KvMetadata.key(key)))));
        }
        together(calls);
    }

    /** @param calls those of each key */
    private void together(List<List<List<Bytes>>> calls) {
        if (session.takesAll()) {
            asOne(calls.stream().flatMap(List::stream).toList());
        } else {
            calls.forEach(this::asOne);
        }
    }

    private void asOne(List<List<Bytes>> calls) {
        if (KvErrors.fine(session.executeAsOne(calls)) instanceof Reply.Array all) {
            all.items().forEach(KvErrors::fine);
        }
    }

    private Reply execute(List<Bytes> call) {
        return KvErrors.fine(session.execute(call));
    }

    private static Optional<Bytes> text(Reply reply) {
        return reply instanceof Reply.Bulk bulk ? Optional.of(bulk.value()) : Optional.empty();
    }

    private static List<Bytes> set(Key key, Bytes value, List<Bytes> life) {
        List<Bytes> call = new ArrayList<>(List.of(SET, name(key), value));
        call.addAll(life);
        return call;
    }

    private static List<Bytes> delete(Key key) {
        return List.of(DEL, name(key));
    }

    private static Bytes name(Key key) {
        return Bytes.of(key.name());
    }

    static void requireName(String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || hasControl(name)) {
            throw KvErrors.invalid("A key must have a name, not of one or two dots alone, without control characters.");
        }
        if (3 * name.length() > LONGEST_KEY && name.getBytes(StandardCharsets.UTF_8).length > LONGEST_KEY) {
            throw new Problem(414, "10030", "A key may have at most " + LONGEST_KEY + " bytes.").exception();
        }
    }

    private static boolean hasControl(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (Character.isISOControl(name.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}

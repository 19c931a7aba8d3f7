package dev.yorozu.store.memory;

import dev.yorozu.store.Expiry;
import dev.yorozu.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The keys with their contents and ends. Not thread safe; the store holds its lock. */
final class Entries {
    private static final long NEVER = Long.MAX_VALUE;

    private record Entry(Content content, long end) {}

    private record Deadline(long end, String name) {}

    private final TreeMap<String, Entry> entries = new TreeMap<>();
    private final TreeSet<Deadline> deadlines =
            new TreeSet<>(Comparator.comparingLong(Deadline::end).thenComparing(Deadline::name));
    private Instant now = Instant.EPOCH;

    /** Lets time pass: all keys whose end has come are gone. Returns how many. */
    int advance(Instant instant) {
        now = instant;
        int gone = 0;
        while (!deadlines.isEmpty() && deadlines.first().end() <= now.toEpochMilli()) {
            remove(deadlines.first().name());
            gone++;
        }
        return gone;
    }

    Instant now() {
        return now;
    }

    @Nullable
    Content find(String name) {
        Entry entry = entries.get(name);
        return entry == null ? null : entry.content();
    }

    /** The content of this type at the key; null when there is none. */
    <C extends Content> @Nullable C find(String name, Class<C> type) {
        Content content = find(name);
        if (content != null && !type.isInstance(content)) {
            throw new StoreException.WrongType();
        }
        return type.cast(content);
    }

    /** The content of this type at the key, made empty where there is none. */
    <C extends Content> C open(String name, Class<C> type, Supplier<C> empty) {
        C content = find(name, type);
        if (content == null) {
            content = empty.get();
            place(name, content, NEVER);
        }
        return content;
    }

    void put(String name, Content content, Expiry expiry) {
        Entry old = entries.get(name);
        place(name, content, end(expiry, old == null ? NEVER : old.end()));
    }

    boolean remove(String name) {
        Entry old = entries.remove(name);
        if (old == null) {
            return false;
        }
        deadlines.remove(new Deadline(old.end(), name));
        return true;
    }

    /** Gives what is at a key, which is there, another name. */
    void move(String from, String to) {
        Entry entry = entries.get(from);
        if (entry == null) {
            throw new IllegalStateException("The key is gone");
        }
        remove(from);
        place(to, entry.content(), entry.end());
    }

    /** Removes a collection that has lost its last element. */
    void dropEmpty(String name) {
        Content content = find(name);
        if (content != null && content.size() == 0) {
            remove(name);
        }
    }

    boolean expire(String name, Expiry expiry) {
        Entry old = entries.get(name);
        if (old == null) {
            return false;
        }
        place(name, old.content(), end(expiry, old.end()));
        return true;
    }

    boolean prolong(String name, Duration life) {
        Entry old = entries.get(name);
        if (old == null) {
            return false;
        }
        long end = now.toEpochMilli() + life.toMillis();
        if (old.end() == NEVER || old.end() < end) {
            place(name, old.content(), end);
        }
        return true;
    }

    /** Milliseconds until the key ends; negative when it never does. */
    long millisLeft(String name) {
        Entry entry = entries.get(name);
        return entry == null || entry.end() == NEVER ? -1 : entry.end() - now.toEpochMilli();
    }

    /** The first name after this one; null when it was the last. */
    @Nullable
    String after(String name) {
        return entries.higherKey(name);
    }

    /** The first name from this one on; null when there is none. */
    @Nullable
    String from(String name) {
        return entries.ceilingKey(name);
    }

    private void place(String name, Content content, long end) {
        remove(name);
        if (end > now.toEpochMilli()) {
            entries.put(name, new Entry(content, end));
            if (end != NEVER) {
                deadlines.add(new Deadline(end, name));
            }
        }
    }

    private long end(Expiry expiry, long old) {
        return switch (expiry) {
            case Expiry.At at -> at.instant().toEpochMilli();
            case Expiry.After after -> now.toEpochMilli() + after.life().toMillis();
            case Expiry.Keep keep -> old;
            case Expiry.Never never -> NEVER;
        };
    }
}

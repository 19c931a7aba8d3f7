package dev.yorozu.command.call;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * One command of the table.
 *
 * @param name in lower case; of a command within another both, with a bar between
 * @param arity how many parts a call has, its name included; the least, with a minus sign, where there may be more
 * @param firstKey the place of the first key in a call; 0 where there is none
 * @param lastKey that of the last one, counted from the end when negative
 * @param step from one key to the next
 * @param unit how many parts make one key, member, field or value of those that there may be many of
 */
public record Command(
        String name,
        int arity,
        Set<Flag> flags,
        int firstKey,
        int lastKey,
        int step,
        int unit,
        Body body,
        Deletions deletions) {
    /** Of a call that counts its keys: its name, what it calls, and how many keys there are. */
    private static final int BEFORE_KEYS = 3;

    private static final int[] NO_PLACES = {};

    public Command {
        flags = Set.copyOf(flags);
    }

    /** A command that deletes no keys, unless what it takes away is the last of them. */
    public Command(String name, int arity, Set<Flag> flags, int firstKey, int lastKey, int step, int unit, Body body) {
        this(name, arity, flags, firstKey, lastKey, step, unit, body, (parts, keys, reply) -> List.of());
    }

    /** What a command does, for rights and for clients. */
    public enum Flag {
        READONLY,
        WRITE,
        FAST,
        /** May make more data. */
        DENYOOM,
        /** Reaches keys that its call does not name. */
        KEYSPACE,
        DANGEROUS,
        /** About the connection or the server; the store is not asked. */
        SERVER,
        /** Reads more than one thing, of one moment. */
        MANY,
        /** Leaves a key that is there with its type and its life, or removes it. */
        KEEPS,
        /** Names as many keys as its third part says, from the fourth on. */
        COUNTED,
        /** Is done here, and never handed on to a Redis. */
        LOCAL;

        /** The word that COMMAND INFO has for it; empty for what clients do not know. */
        public String word() {
            return switch (this) {
                case READONLY, WRITE, FAST, DENYOOM -> name().toLowerCase(Locale.ROOT);
                case KEYSPACE, DANGEROUS, SERVER, MANY, KEEPS, COUNTED, LOCAL -> "";
            };
        }
    }

    /** What a command does. It reads and writes the state of its call, and refuses with {@link Refused}. */
    @FunctionalInterface
    public interface Body {
        Reply run(Call call);
    }

    /** Tells which keys a call has deleted that was done. */
    @FunctionalInterface
    public interface Deletions {
        List<Key> of(List<Bytes> parts, List<Key> keys, Reply reply);
    }

    /** The same command, which deletes these keys. */
    public Command deleting(Deletions deleted) {
        return new Command(name, arity, flags, firstKey, lastKey, step, unit, body, deleted);
    }

    /** The same command, which deletes all keys that it names. */
    public Command deleting() {
        return deleting((parts, keys, reply) -> keys);
    }

    /** A command on one key, which comes first. */
    public static Command on(String name, int arity, Body body, Flag... flags) {
        return new Command(name, arity, set(flags), 1, 1, 1, 1, body);
    }

    /** A command on one key, and pairs of what it writes there. */
    public static Command pairs(String name, int arity, Body body, Flag... flags) {
        return new Command(name, arity, set(flags), 1, 1, 1, 2, body);
    }

    /** A command on as many keys as there are. */
    public static Command onAll(String name, int arity, int step, Body body, Flag... flags) {
        return new Command(name, arity, set(flags), 1, -1, step, step, body);
    }

    /** A command that names no key. */
    public static Command without(String name, int arity, Body body, Flag... flags) {
        return new Command(name, arity, set(flags), 0, 0, 0, 1, body);
    }

    private static Set<Flag> set(Flag... flags) {
        Set<Flag> set = EnumSet.noneOf(Flag.class);
        set.addAll(Set.of(flags));
        return set;
    }

    public boolean is(Flag flag) {
        return flags.contains(flag);
    }

    /** The places of the keys in a call, in their order; refused where the call counts them wrongly. */
    public int[] keyPlaces(List<Bytes> parts) {
        if (is(Flag.COUNTED)) {
            return IntStream.range(BEFORE_KEYS, BEFORE_KEYS + countedKeys(parts))
                    .toArray();
        }
        if (firstKey == 0) {
            return NO_PLACES;
        }
        int last = lastKey < 0 ? parts.size() + lastKey : lastKey;
        int[] places = new int[Math.max(0, (last - firstKey) / step + 1)];
        for (int i = 0; i < places.length; i++) {
            places[i] = firstKey + i * step;
        }
        return places;
    }

    private static int countedKeys(List<Bytes> parts) {
        long count = parts.get(BEFORE_KEYS - 1).number().orElseThrow(() -> new Refused(Refused.NOT_AN_INTEGER));
        if (count < 0) {
            throw new Refused("ERR Number of keys can't be negative");
        }
        if (count > parts.size() - BEFORE_KEYS) {
            throw new Refused("ERR Number of keys can't be greater than number of args");
        }
        return (int) count;
    }

    /** Whether a call may have so many parts. */
    public boolean takes(int parts) {
        return arity >= 0 ? parts == arity : parts >= -arity;
    }
}

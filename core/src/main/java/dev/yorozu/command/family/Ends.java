package dev.yorozu.command.family;

import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Refused;
import dev.yorozu.store.Expiry;
import dev.yorozu.store.Key;
import dev.yorozu.store.Life;
import dev.yorozu.store.Read;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.Optional;

/** When keys end, in milliseconds since 1970, as Redis counts. */
final class Ends {
    static final long NEVER = -1;
    static final long ABSENT = -2;

    private Ends() {}

    /** When the key ends, {@link #NEVER} or {@link #ABSENT}. */
    static long of(Call call, Key key) {
        long left = left(call, key);
        return left < 0 ? left : call.now().toEpochMilli() + left;
    }

    /** How long the key still lives, {@link #NEVER} or {@link #ABSENT}. */
    static long left(Call call, Key key) {
        Optional<Life> life = call.read(new Read.Remaining(key));
        if (life.isEmpty()) {
            return ABSENT;
        }
        return switch (life.get()) {
            case Life.Endless endless -> NEVER;
            case Life.Ends ends -> ends.left().toMillis();
        };
    }

    /** The end of what a call asks for in this part, which counts from the base on. Must be positive. */
    static long positive(Call call, int part, long unit, long base) {
        long given = call.integer(part);
        if (given <= 0) {
            throw invalid(call);
        }
        return sum(call, given, unit, base);
    }

    /** As {@link #positive}, and may also lie in the past. */
    static long sum(Call call, long given, long unit, long base) {
        if (given > Long.MAX_VALUE / unit || given < Long.MIN_VALUE / unit || given * unit > Long.MAX_VALUE - base) {
            throw invalid(call);
        }
        long end = given * unit + base;
        if (end > Expiry.LAST.toEpochMilli()) {
            throw invalid(call);
        }
        return end;
    }

    private static Refused invalid(Call call) {
        return new Refused("ERR invalid expire time in '" + call.command().name() + "' command");
    }

    static boolean isPast(Call call, long end) {
        return end <= call.now().toEpochMilli();
    }

    static Expiry at(long end) {
        return end == NEVER
                ? Expiry.never()
                : Expiry.at(Instant.ofEpochMilli(Math.max(end, Expiry.FIRST.toEpochMilli())));
    }

    /** Gives a key that is there this end; one in the past ends it now. */
    static void set(Call call, Key key, long end) {
        if (end != NEVER && isPast(call, end)) {
            call.delete(key);
        } else {
            call.apply(new Write.Expire(key, at(end)));
        }
    }
}

package dev.yorozu.store.backend;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import dev.yorozu.store.Result;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * How a store that works in this process commits a batch: guards, then faults, then writes.
 *
 * <p>The script of the Redis store follows the same order. The caller makes sure that nothing else changes the target
 * meanwhile.
 */
public final class Evaluation {
    /** The store's contents at the moment of the batch, and the way to change them. */
    public interface Target extends Preflight.State {
        /** The moment at which the batch happens. */
        Instant now();

        /** Whether the key, known to be a set, has this member. */
        boolean contains(Key key, Bytes member);

        /** The score of a member of the key, known to be a sorted set; empty when it has no such member. */
        OptionalDouble score(Key key, Bytes member);

        /** The one at this place of the key, known to be a sorted set, counted from 0; null when there are fewer. */
        @Nullable
        Ranked at(Key key, Order order, long place);

        /** The element at this place of the key, known to be a list that is longer. */
        Bytes element(Key key, long place);

        /** How many elements there are at the key, which is known to be a set, sorted set, list or hash. */
        long size(Key key);

        /** Applies a write that cannot fail; a {@link Write.HashTrim} comes as the removal that it amounts to. */
        Result apply(Write write);
    }

    private final Target target;

    private Evaluation(Target target) {
        this.target = target;
    }

    /** Faults of the batch's own ({@link StoreException.WrongType} or the like) come before anything was changed. */
    public static Commit commit(Batch batch, Target target) {
        Evaluation evaluation = new Evaluation(target);
        List<Guard> guards = batch.guards();
        for (int i = 0; i < guards.size(); i++) {
            Found found = evaluation.violation(guards.get(i));
            if (found != null) {
                return new Commit.Rejected(i, guards.get(i), found);
            }
        }
        Preflight.check(batch.writes(), target, target.now());
        Result[] results = new Result[batch.writes().size()];
        for (int i = 0; i < results.length; i++) {
            Write write = batch.writes().get(i);
            results[i] = write instanceof Write.HashTrim trim
                    ? evaluation.remove(trim.key(), results[batch.trimming(trim)])
                    : target.apply(write);
        }
        return new Commit.Applied(List.of(results));
    }

    /** Applies one write of a program; a fault of it comes before any change. */
    public static Result apply(Write write, Target target) {
        Preflight.check(List.of(write), target, target.now());
        return target.apply(write);
    }

    private Result remove(Key hash, Result trimmed) {
        List<Bytes> fields = ((Result.Elements) trimmed).elements();
        return fields.isEmpty() ? new Result.Number(0) : target.apply(new Write.HashRemove(hash, fields));
    }

    /**
     * The rejection of a batch by the first of its guards, as far as they ask for the value of one key; null when these hold.
     * For a store that can tell without its writer what is at a key at one moment: a batch that is rejected then is rejected.
     *
     * @param state answers for the key of the first guard, at one moment
     */
    public static Commit.@Nullable Rejected rejection(Batch batch, Preflight.State state) {
        List<Guard> guards = batch.guards();
        for (int i = 0; i < guards.size(); i++) {
            if (!(guards.get(i) instanceof Guard.OnValue guard)
                    || !guard.key().equals(guards.getFirst().key())) {
                return null;
            }
            Found found = violation(guard, state);
            if (found != null) {
                return new Commit.Rejected(i, guard, found);
            }
        }
        return null;
    }

    private static @Nullable Found violation(Guard.OnValue guard, Preflight.State state) {
        Key key = guard.key();
        ValueType type = state.type(key);
        return switch (guard) {
            case Guard.Absent absent -> {
                if (type == null) {
                    yield null;
                }
                yield type == ValueType.STRING ? new Found.Value(state.string(key)) : new Found.Collection(type);
            }
            case Guard.Present present -> type == null ? new Found.Nothing() : null;
            case Guard.EqualTo equal -> {
                if (!is(type, ValueType.STRING)) {
                    yield new Found.Nothing();
                }
                Bytes value = state.string(key);
                yield value.equals(equal.value()) ? null : new Found.Value(value);
            }
            case Guard.AtLeast least -> {
                boolean there = is(type, ValueType.STRING);
                long count = there ? state.string(key).number().orElseThrow(StoreException.NotANumber::new) : 0;
                yield count >= least.bound() ? null : there ? new Found.Value(state.string(key)) : new Found.Nothing();
            }
        };
    }

    /** What was found instead of what the guard asks for; null when the guard holds. */
    private @Nullable Found violation(Guard guard) {
        Key key = guard.key();
        ValueType type = target.type(key);
        return switch (guard) {
            case Guard.OnValue value -> violation(value, target);
            case Guard.Member member -> hasMember(key, type, member.member()) ? null : new Found.Nothing();
            case Guard.NotMember member -> hasMember(key, type, member.member()) ? new Found.Membership() : null;
            case Guard.SizeBelow below -> {
                if (type == ValueType.STRING) {
                    throw new StoreException.WrongType();
                }
                long size = type == null ? 0 : target.size(key);
                yield size < below.bound() ? null : new Found.Size(size);
            }
            case Guard.Behind behind -> isBehind(behind, type);
            case Guard.Within within -> isWithin(within, type);
            case Guard.ElementAt at -> isAt(at, type);
        };
    }

    private @Nullable Found isAt(Guard.ElementAt at, @Nullable ValueType type) {
        if (type != null && type != ValueType.LIST && type != ValueType.RANK) {
            throw new StoreException.WrongType();
        }
        Key key = at.key();
        long size = type == null ? 0 : target.size(key);
        long place = at.place() < 0 ? size + at.place() : at.place();
        if (place < 0 || place >= size) {
            return new Found.Nothing();
        }
        Ranked ranked = type == ValueType.RANK ? target.at(key, Order.RISING, place) : null;
        Bytes element = ranked == null ? target.element(key, place) : ranked.member();
        return element.equals(at.element()) ? null : new Found.Value(element);
    }

    private @Nullable Found isBehind(Guard.Behind behind, @Nullable ValueType type) {
        if (!is(type, ValueType.RANK)) {
            return null;
        }
        OptionalDouble score = target.score(behind.key(), behind.member());
        boolean holds = score.isEmpty()
                || (behind.order() == Order.FALLING
                        ? score.getAsDouble() < behind.score()
                        : score.getAsDouble() > behind.score());
        return holds ? null : new Found.Score(score.getAsDouble());
    }

    /** Looks at the last of the places, among the others: the member must come before the one who has it. */
    private @Nullable Found isWithin(Guard.Within within, @Nullable ValueType type) {
        if (!is(type, ValueType.RANK)) {
            return null;
        }
        Key key = within.key();
        Ranked last = target.at(key, within.order(), within.places() - 1);
        OptionalDouble old = target.score(key, within.member());
        if (last != null
                && old.isPresent()
                && !last.precedes(new Ranked(within.member(), old.getAsDouble()), within.order())) {
            last = target.at(key, within.order(), within.places());
        }
        return last == null || new Ranked(within.member(), within.score()).precedes(last, within.order())
                ? null
                : new Found.Score(last.score());
    }

    private boolean hasMember(Key key, @Nullable ValueType type, Bytes member) {
        return is(type, ValueType.SET) && target.contains(key, member);
    }

    /** Whether there is a value of the wanted type; none at all is none, another type is a fault. */
    private static boolean is(@Nullable ValueType type, ValueType wanted) {
        if (type != null && type != wanted) {
            throw new StoreException.WrongType();
        }
        return type != null;
    }
}

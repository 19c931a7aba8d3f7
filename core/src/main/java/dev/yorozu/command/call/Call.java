package dev.yorozu.command.call;

import dev.yorozu.store.Bytes;
import dev.yorozu.store.Key;
import dev.yorozu.store.Read;
import dev.yorozu.store.Result;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.ValueType;
import dev.yorozu.store.Write;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * One call of a command while it runs: its parts, and the state that it reads and changes.
 *
 * @param parts the name, and what follows it
 * @param keys those that the call names, in their order
 * @param allKeys the way to the keys that it does not name
 */
public record Call(
        Command command,
        List<Bytes> parts,
        List<Key> keys,
        Store.State state,
        AllKeys allKeys,
        RandomGenerator random) {
    /** What the command answers; its own faults are answers too, so that those after it are done. */
    public Reply answer() {
        try {
            return command.body().run(this);
        } catch (Refused refused) {
            return refused.reply();
        } catch (StoreException.WrongType wrong) {
            return Reply.error(Refused.WRONG_TYPE);
        } catch (StoreException.LimitExceeded exceeded) {
            return Refused.reply(exceeded);
        }
    }

    /** The first key. */
    public Key key() {
        return keys.getFirst();
    }

    public Key key(int index) {
        return keys.get(index);
    }

    public int size() {
        return parts.size();
    }

    public Bytes part(int index) {
        return parts.get(index);
    }

    /** The parts from this one on. */
    public List<Bytes> from(int index) {
        return parts.subList(index, parts.size());
    }

    /** A part in upper case, as options are compared; what is not a word of ASCII equals no option. */
    public String option(int index) {
        return word(parts.get(index));
    }

    public static String word(Bytes part) {
        return new String(part.toArray(), StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
    }

    public long integer(int index) {
        return integer(index, Refused.NOT_AN_INTEGER);
    }

    public long integer(int index, String otherwise) {
        OptionalLong number = parts.get(index).number();
        return number.orElseThrow(() -> new Refused(otherwise));
    }

    /** A number from nought on, as counts of what to pop or to pick are. */
    public long count(int index) {
        String otherwise = "ERR value is out of range, must be positive";
        long count = integer(index, otherwise);
        if (count < 0) {
            throw new Refused(otherwise);
        }
        return count;
    }

    public double real(int index) {
        return Numbers.real(parts.get(index)).orElseThrow(() -> new Refused(Refused.NOT_A_FLOAT));
    }

    public Instant now() {
        return state.now();
    }

    public <R> R read(Read<R> question) {
        return state.read(question);
    }

    public Optional<Bytes> get(Key key) {
        return state.read(new Read.Get(key));
    }

    public Optional<ValueType> type(Key key) {
        return state.read(new Read.Type(key));
    }

    /** How many elements a key of this type has; none when it is absent, a refusal when it is of another type. */
    public long size(Key key, ValueType type) {
        Optional<ValueType> found = type(key);
        if (found.isEmpty()) {
            return 0;
        }
        if (found.get() != type) {
            throw new Refused(Refused.WRONG_TYPE);
        }
        return state.read(new Read.Size(key));
    }

    public Result apply(Write write) {
        return state.apply(write);
    }

    /** Applies a write that tells a number. */
    public long number(Write write) {
        return ((Result.Number) state.apply(write)).value();
    }

    /** Applies a write that tells whether it did something. */
    public boolean flag(Write write) {
        return ((Result.Flag) state.apply(write)).value();
    }

    /** Applies a write that tells what it removed. */
    public List<Bytes> elements(Write write) {
        return ((Result.Elements) state.apply(write)).elements();
    }

    public boolean delete(Key key) {
        return flag(new Write.Delete(key));
    }

    /** So many different numbers below a bound, which is no less, in random order. */
    public List<Integer> pick(int count, int bound) {
        List<Integer> all = new ArrayList<>(bound);
        for (int i = 0; i < bound; i++) {
            all.add(i);
        }
        for (int i = 0; i < count; i++) {
            int other = i + random.nextInt(bound - i);
            Integer swapped = all.set(i, all.get(other));
            all.set(other, swapped);
        }
        return all.subList(0, count);
    }
}

package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

/** The script that applies any batch, the one that only counts, and how they are called. */
final class Script {
    static final Bytes TEXT =
            Bytes.of(resource("amend.lua").text() + resource("batch.lua").text());

    private static final Bytes DIGEST = digest(TEXT);
    /** Adds to counters, which limits do more often than anything else, in half the time of the whole script. */
    static final Bytes COUNT = resource("count.lua");

    private static final Bytes COUNT_DIGEST = digest(COUNT);
    /** Does calls of commands for clients of the doors. */
    static final Bytes RELAY = resource("relay.lua");

    private static final Bytes RELAY_DIGEST = digest(RELAY);
    private static final Bytes ONE = Bytes.of(1);
    private static final Bytes ABSENT = Bytes.of("absent");
    private static final Bytes PRESENT = Bytes.of("present");
    private static final Bytes EQUAL = Bytes.of("equal");
    private static final Bytes MEMBER = Bytes.of("member");
    private static final Bytes STRANGER = Bytes.of("stranger");
    private static final Bytes BELOW = Bytes.of("below");
    private static final Bytes LEAST = Bytes.of("least");
    private static final Bytes BEHIND = Bytes.of("behind");
    private static final Bytes WITHIN = Bytes.of("within");
    private static final Bytes AT = Bytes.of("at");

    private Script() {}

    /** A call by the script's digest, which Redis knows once it has seen the script. */
    static Command call(Batch batch, Function<Key, Bytes> name) {
        List<Guard> guards = batch.guards();
        List<Write> writes = batch.writes();
        // Most batches change the key that they guard, so that one is sent once.
        boolean shared = sharesKey(guards, writes);
        int keys = guards.size() + writes.size() - (shared ? 1 : 0);
        List<Bytes> arguments = new ArrayList<>(4 + 3 * guards.size() + 7 * writes.size() + keys);
        arguments.add(DIGEST);
        arguments.add(Bytes.of(keys));
        for (Guard guard : guards) {
            arguments.add(name.apply(guard.key()));
        }
        for (Write write : shared ? writes.subList(1, writes.size()) : writes) {
            arguments.add(name.apply(write.key()));
        }
        arguments.add(Bytes.of(shared ? -guards.size() : guards.size()));
        for (Guard guard : guards) {
            append(guard, arguments);
        }
        for (Write write : writes) {
            Step.of(write, batch).appendTo(arguments);
        }
        return new Command(CommandType.EVALSHA, 2, arguments);
    }

    /** A call that adds to a counter which ends by itself. */
    static Command count(Write.Add add, Bytes key) {
        List<Bytes> end = Arguments.forScript(add);
        return new Command(
                CommandType.EVALSHA,
                2,
                List.of(COUNT_DIGEST, ONE, key, Bytes.of(add.delta()), end.getFirst(), end.getLast()));
    }

    /** Whether this is such a call, by one, which may be {@linkplain #join joined} with others. */
    static boolean joins(Command command) {
        List<Bytes> arguments = command.arguments();
        return command.verb() == CommandType.EVALSHA
                && arguments.getFirst() == COUNT_DIGEST
                && arguments.get(3).equals(ONE)
                && arguments.get(4) == Arguments.MEND;
    }

    /** The same call, which adds so many. */
    static Command sum(Command count, int times) {
        List<Bytes> arguments = new ArrayList<>(count.arguments());
        arguments.set(3, Bytes.of(times));
        return new Command(count.verb(), count.keyIndex(), arguments);
    }

    /** One call for all of these, which are about different counters. What they have in common is said once. */
    static Command join(List<Command> counts) {
        List<Bytes> arguments = new ArrayList<>(2 + 4 * counts.size());
        arguments.add(COUNT_DIGEST);
        arguments.add(Bytes.of(counts.size()));
        List<Bytes> first = change(counts.getFirst());
        boolean alike = true;
        for (Command count : counts) {
            arguments.add(count.key());
            alike &= change(count).equals(first);
        }
        for (Command count : alike ? counts.subList(0, 1) : counts) {
            arguments.addAll(change(count));
        }
        return new Command(CommandType.EVALSHA, 2, arguments);
    }

    /** What a count adds, and how its counter ends. */
    private static List<Bytes> change(Command count) {
        return count.arguments().subList(3, 6);
    }

    /** Whether the last guard and the first write are about one key. */
    private static boolean sharesKey(List<Guard> guards, List<Write> writes) {
        return !guards.isEmpty()
                && !writes.isEmpty()
                && guards.getLast().key().name().equals(writes.getFirst().key().name());
    }

    /** The same call with the whole script, for a Redis that has not seen it or has forgotten it. */
    static Command whole(Command call) {
        List<Bytes> arguments = new ArrayList<>(call.arguments());
        arguments.set(0, text(arguments.getFirst()));
        return new Command(CommandType.EVAL, call.keyIndex(), arguments);
    }

    private static Bytes text(Bytes digest) {
        if (digest.equals(COUNT_DIGEST)) {
            return COUNT;
        }
        return digest.equals(RELAY_DIGEST) ? RELAY : TEXT;
    }

    /** A call of the script that does commands of clients, with these keys and arguments. */
    static Command relay(List<Bytes> keys, List<Bytes> rest) {
        List<Bytes> arguments = new ArrayList<>(2 + keys.size() + rest.size());
        arguments.add(RELAY_DIGEST);
        arguments.add(Bytes.of(keys.size()));
        arguments.addAll(keys);
        arguments.addAll(rest);
        return new Command(CommandType.EVALSHA, 2, arguments);
    }

    private static void append(Guard guard, List<Bytes> arguments) {
        switch (guard) {
            case Guard.Absent absent -> arguments.add(ABSENT);
            case Guard.Present present -> arguments.add(PRESENT);
            case Guard.EqualTo equal -> append(EQUAL, equal.value(), arguments);
            case Guard.Member member -> append(MEMBER, member.member(), arguments);
            case Guard.NotMember member -> append(STRANGER, member.member(), arguments);
            case Guard.SizeBelow below -> append(BELOW, Bytes.of(below.bound()), arguments);
            case Guard.AtLeast least -> append(LEAST, Bytes.of(least.bound()), arguments);
            case Guard.Behind behind -> {
                append(BEHIND, behind.member(), arguments);
                append(Arguments.score(behind.score()), Bytes.of(behind.order().name()), arguments);
            }
            case Guard.Within within -> {
                append(WITHIN, within.member(), arguments);
                append(Arguments.score(within.score()), Bytes.of(within.order().name()), arguments);
                append(Bytes.of(within.places() - 1), Bytes.of(within.places()), arguments);
            }
            case Guard.ElementAt at -> {
                append(AT, at.element(), arguments);
                arguments.add(Bytes.of(at.place()));
            }
        }
    }

    private static void append(Bytes kind, Bytes argument, List<Bytes> arguments) {
        arguments.add(kind);
        arguments.add(argument);
    }

    static Bytes resource(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("The script " + name + " is missing from the program");
            }
            return Bytes.wrap(in.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("The script " + name + " cannot be read", e);
        }
    }

    private static Bytes digest(Bytes text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(text.toArray());
            return Bytes.of(HexFormat.of().formatHex(digest));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-1", e);
        }
    }
}

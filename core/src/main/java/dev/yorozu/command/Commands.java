package dev.yorozu.command;

import dev.yorozu.command.call.AllKeys;
import dev.yorozu.command.call.Call;
import dev.yorozu.command.call.Command;
import dev.yorozu.command.call.Refused;
import dev.yorozu.command.call.Reply;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Key;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/**
 * Redis's commands on a store, with Redis's own answers.
 *
 * <p>Each command is one step: a read of one moment, on the caller's thread, or a {@link Store.Program} that the store runs
 * as it commits a batch. Where a Redis is behind the store, the command is checked in the same way and then handed to it. Safe
 * for use by any number of threads; what belongs to one client is its {@link Session}.
 */
public final class Commands {
    private static final int MOST_TOGETHER = 128;
    private static final int MOST_RELAYED = 32;
    /** How many bytes the replies to calls that came together may have before the rest is done by itself. */
    private static final long MOST_REPLIED = 1 << 20;

    private final Store store;
    private final Preparation preparation;
    private final StoredKeys keyspace;
    private final RandomGenerator random;
    private final Store.State reads;
    private final Optional<RelayedCalls> relayed;
    private final SchemaCheck check;

    /** As the other, without a look at what commands leave behind. */
    public Commands(Store store, Schema schema, Limits limits, InstantSource clock, RandomGenerator random) {
        this(store, schema, SchemaMode.OFF, limits, clock, random);
    }

    /**
     * @param clock for what clients ask about the time; keys live by the clock of the store
     * @param random for members and keys that are picked; safe for use by many threads
     */
    public Commands(
            Store store, Schema schema, SchemaMode mode, Limits limits, InstantSource clock, RandomGenerator random) {
        this(store, CommandTable.standard(), schema, mode, limits, clock, random);
    }

    /** The same with another table. */
    public Commands(
            Store store,
            CommandTable table,
            Schema schema,
            SchemaMode mode,
            Limits limits,
            InstantSource clock,
            RandomGenerator random) {
        this.store = store;
        this.reads = new SingleReads(store, clock);
        this.check = new SchemaCheck(mode);
        this.relayed = store.relay().map(relay -> new RelayedCalls(relay, check));
        this.preparation = new Preparation(table, schema, limits);
        this.keyspace = new StoredKeys(store, random);
        this.random = random;
    }

    public CommandTable table() {
        return preparation.table();
    }

    /** What one client asks for, with the transaction that it may be in. */
    public Session session(Durability durability, Access access) {
        return session(durability, access, Observer.NONE);
    }

    /** As the other, of a client that is observed. */
    public Session session(Durability durability, Access access, Observer observer) {
        return new Session(this, new Session.Client(durability, access, observer));
    }

    Prepared prepare(List<Bytes> parts) {
        return preparation.prepare(parts);
    }

    /** Whether calls of any number, on any keys, can be one step. */
    boolean takesAll() {
        return relayed.isEmpty();
    }

    /** Does one call by itself. */
    Reply run(Prepared call, Session.Client client) {
        Command command = call.command();
        return answered(() -> {
            if (command.is(Command.Flag.SERVER) || command.is(Command.Flag.KEYSPACE)) {
                Reply reply = step(call, reads, keyspace.within(client.access()));
                return told(new Step(List.of(call), List.of(reply), List.of(), false), client)
                        .getFirst();
            }
            if (relayed.isPresent() && command.is(Command.Flag.COUNTED)) {
                return told(relayed.get().script(call), client).getFirst();
            }
            if (relayed.isPresent()) {
                return told(relayed.get().run(List.of(call), Map.of()).orElseThrow(), client)
                        .getFirst();
            }
            if (command.is(Command.Flag.WRITE)) {
                return told(
                                store.run(state -> check.run(List.of(call), state, this::step), client.durability()),
                                client)
                        .getFirst();
            }
            return command.is(Command.Flag.MANY)
                    ? store.view(call.keys(), state -> step(call, state))
                    : step(call, reads);
        });
    }

    private List<Reply> told(Step step, Session.Client client) {
        step.tell(client.observer(), check.watches());
        return step.replies();
    }

    /**
     * Whether others can be done together with this call: on a Redis any that names its keys and is answered shortly, for one
     * round trip; elsewhere a write, for the disk. What reads is done by its caller's own thread there, and gains nothing. A
     * Redis undoes what it did in one trip as a whole, so that calls that may be undone go by themselves.
     */
    boolean begins(Prepared call) {
        return relayed.isPresent()
                ? !check.undoes() && joins(call, call)
                : call.command().is(Command.Flag.WRITE) && namesKeys(call);
    }

    /** Whether a call can be done in one step with the first one. */
    boolean joins(Prepared first, Prepared call) {
        return relayed.map(relay -> relays(call) && relay.takesTogether(first.keys(), call.keys()))
                .orElseGet(() -> namesKeys(call));
    }

    private static boolean relays(Prepared call) {
        Command command = call.command();
        boolean script = command.is(Command.Flag.COUNTED);
        return namesKeys(call) && !script && (command.is(Command.Flag.WRITE) || command.is(Command.Flag.FAST));
    }

    private static boolean namesKeys(Prepared call) {
        return !call.command().is(Command.Flag.KEYSPACE) && !call.command().is(Command.Flag.SERVER);
    }

    /** How many calls are one step at most. A Redis does them all, and does nothing else meanwhile. */
    int mostTogether() {
        return relayed.isPresent() ? MOST_RELAYED : MOST_TOGETHER;
    }

    /**
     * Does calls of one client one after the other, so that they wait for the disk once, and gives the replies of those that
     * were done: the first ones, until their replies are {@link #MOST_REPLIED}. Each is a step of its own for what it leaves
     * behind.
     */
    List<Reply> runTogether(List<Prepared> calls, Session.Client client) {
        Reply all = answered(() -> {
            List<Step> steps = relayed.isPresent()
                    ? List.of(relayed.get().run(calls, Map.of()).orElseThrow())
                    : store.run(state -> steps(calls, state), client.durability());
            List<Reply> replies = new ArrayList<>(calls.size());
            steps.forEach(step -> replies.addAll(told(step, client)));
            return new Reply.Array(replies);
        });
        return all instanceof Reply.Array replies ? replies.items() : Collections.nCopies(calls.size(), all);
    }

    private List<Step> steps(List<Prepared> calls, Store.State state) {
        List<Step> steps = new ArrayList<>(calls.size());
        long bytes = 0;
        for (int i = 0; i < calls.size() && bytes < MOST_REPLIED; i++) {
            Step step = check.run(List.of(calls.get(i)), state, this::step);
            bytes += step.replies().getFirst().size();
            steps.add(step);
        }
        return steps;
    }

    /**
     * Does calls as one step; an answer of nothing when one of the watched keys has changed, and then nothing was done. A step
     * that was undone is answered by its refusal.
     */
    Reply runAll(List<Prepared> calls, List<Watched> watched, Session.Client client) {
        return answered(() -> {
            Optional<Step> step = relayed.isPresent() ? relayAll(calls, watched) : runStep(calls, watched, client);
            if (step.isEmpty()) {
                return Reply.NULL_ARRAY;
            }
            List<Reply> replies = told(step.get(), client);
            return step.get().undone() ? replies.getFirst() : new Reply.Array(replies);
        });
    }

    private Optional<Step> runStep(List<Prepared> calls, List<Watched> watched, Session.Client client) {
        return store.run(
                state -> watched.stream().allMatch(key -> key.isUnchanged(state))
                        ? Optional.of(check.run(calls, state, this::step))
                        : Optional.empty(),
                client.durability());
    }

    /** Calls that ask for no key are done here, in their turn. */
    private Optional<Step> relayAll(List<Prepared> calls, List<Watched> watched) {
        Map<Key, Bytes> digests = new LinkedHashMap<>();
        watched.forEach(key -> digests.put(key.key(), key.string().orElseThrow()));
        List<Prepared> handed =
                calls.stream().filter(call -> !call.keys().isEmpty()).toList();
        return relayed.orElseThrow().run(handed, digests).map(step -> {
            if (step.undone()) {
                return step;
            }
            Iterator<Reply> next = step.replies().iterator();
            List<Reply> replies = new ArrayList<>(calls.size());
            calls.forEach(call -> replies.add(call.keys().isEmpty() ? step(call, reads) : next.next()));
            return new Step(calls, replies, step.violations(), false);
        });
    }

    Watched watch(Key key) {
        return relayed.isPresent()
                ? new Watched(
                        key,
                        0,
                        Optional.empty(),
                        Optional.of(relayed.get().relay().digest(key)))
                : Watched.of(store, key);
    }

    /** What is done together with others, or on keys that it names, reaches no other key. */
    private Reply step(Prepared call, Store.State state) {
        return step(call, state, keyspace.within(Access.NONE));
    }

    private Reply step(Prepared call, Store.State state, AllKeys allKeys) {
        return new Call(call.command(), call.parts(), call.keys(), state, allKeys, random).answer();
    }

    /** The answer of an action, or what to say of the fault with which the store met it. */
    static Reply answered(Supplier<Reply> action) {
        try {
            return action.get();
        } catch (StoreException.OutcomeUnknown unknown) {
            return Reply.error("UNKNOWN the connection to the store broke: this may or may not have happened");
        } catch (StoreException.LimitExceeded exceeded) {
            return Refused.reply(exceeded);
        } catch (StoreException.WrongType wrong) {
            return Reply.error(Refused.WRONG_TYPE);
        } catch (StoreException.NotANumber wrong) {
            return Reply.error(Refused.NOT_AN_INTEGER);
        } catch (StoreException fault) {
            return Reply.error("UNAVAILABLE " + fault.getMessage());
        }
    }
}

package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.backend.Limits;
import dev.yorozu.store.backend.StoreObserver;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in Redis: one server, the master behind Sentinels, a Cluster, or Upstash.
 *
 * <p>Every call is one round trip: a plain command where one does it, else one script that applies the whole batch. All
 * callers share a connection to each node. Each call ends within the configured timeout; while there is no connection it
 * fails at once, and the connection comes back by itself. A batch is sent once and never repeated unless it certainly had
 * no effect; when its answer is lost the fault is {@link StoreException.OutcomeUnknown}.
 *
 * <p>Both kinds of durability mean the same here: as durable as that Redis is configured to be. Lives are counted by the
 * clock of Redis.
 */
public final class RedisStore implements Store {
    /** The script takes its arguments from a stack of about eight thousand places. */
    private static final int MOST_OPERATIONS = 4096;

    private final Transport transport;
    private final Caller caller;
    private final Scanning scanning;
    private final boolean createsInOneStep;
    private final Limits limits;
    private final long timeout;
    private volatile boolean closed;

    private RedisStore(Opening.Opened opened, Duration timeout, Limits limits) {
        this.transport = opened.transport();
        this.createsInOneStep = opened.createsInOneStep();
        this.caller = new Caller(transport);
        this.scanning = new Scanning(transport);
        this.limits = limits;
        this.timeout = timeout.toNanos();
    }

    /**
     * Connects, and checks that this Redis can serve as a store. Throws {@link StoreException.CannotOpen} with one
     * sentence that says what to do when it cannot.
     *
     * @param observer is told nothing: Redis ends keys and writes to its disk by itself
     */
    public static RedisStore open(RedisSettings settings, Limits limits, StoreObserver observer) {
        if (limits.batchOperations() > MOST_OPERATIONS) {
            throw new StoreException.CannotOpen("A batch on Redis can hold at most " + MOST_OPERATIONS
                    + " operations: lower the limit of operations in a batch");
        }
        return new RedisStore(Opening.open(settings), settings.timeout(), limits);
    }

    /**
     * Connects to a Redis that is only read: a replica, or a token of Upstash that may not write, will do. Throws as {@link
     * #open} does.
     */
    public static RedisStore openToRead(RedisSettings settings, Limits limits) {
        return new RedisStore(Opening.openToRead(settings), settings.timeout(), limits);
    }

    Transport transport() {
        return transport;
    }

    @Override
    public Commit commit(Batch batch) {
        limits.check(batch);
        requireOpen();
        Plan plan = Plan.of(batch, transport::name, createsInOneStep);
        return finish(batch, plan, transport.send(plan.command()), deadline());
    }

    @Override
    public void send(RoundTrip trip) {
        List<Leg<?>> legs = new ArrayList<>();
        trip.items().forEach(item -> leg(item).ifPresent(legs::add));
        if (legs.isEmpty()) {
            return;
        }
        long deadline = deadline();
        List<Pending> pending =
                transport.sendAll(legs.stream().map(Leg::command).toList());
        // Redis answers in the order of asking: once the last reply is here, nobody has to wait for the others.
        for (int i = legs.size() - 1; i >= 0; i--) {
            legs.get(i).arrive(pending.get(i), deadline);
        }
    }

    /** An item of a trip, and the command that goes for it. */
    private record Leg<R>(RoundTrip.Item<R> item, Command command, Reply<R> reply) {
        void arrive(Pending sent, long deadline) {
            item.answer(() -> reply.await(sent, deadline));
        }
    }

    /** What is made of the reply to a command that has been sent. */
    private interface Reply<R> {
        R await(Pending sent, long deadline);
    }

    /** Empty for what cannot be sent, and is answered with that. */
    private Optional<Leg<?>> leg(RoundTrip.Item<?> item) {
        try {
            requireOpen();
            return Optional.of(
                    switch (item) {
                        case RoundTrip.Change change -> leg(change);
                        case RoundTrip.Question<?> question -> leg(question);
                    });
        } catch (StoreException fault) {
            item.fail(fault);
            return Optional.empty();
        }
    }

    private Leg<Commit> leg(RoundTrip.Change change) {
        Batch batch = change.batch();
        limits.check(batch);
        Plan plan = Plan.of(batch, transport::name, createsInOneStep);
        return new Leg<>(change, plan.command(), (sent, deadline) -> finish(batch, plan, sent, deadline));
    }

    private <R> Leg<R> leg(RoundTrip.Question<R> question) {
        Read<R> read = question.read();
        limits.check(read);
        Command command = Question.command(read, transport::name);
        return new Leg<>(question, command, (sent, deadline) -> finish(read, command, sent, deadline));
    }

    /** Waits for the outcome of a batch that has been sent. */
    private Commit finish(Batch batch, Plan plan, Pending sent, long deadline) {
        try {
            return plan.read(caller.finish(plan.command(), sent, deadline));
        } catch (Failure.Refused refused) {
            if (plan instanceof Plan.Create && refused.is("WRONGTYPE")) {
                Plan scripted = Plan.scripted(batch, transport::name);
                return finish(batch, scripted, transport.send(scripted.command()), deadline);
            }
            throw Faults.ofRefused(refused, plan.command().verb() == CommandType.EVALSHA);
        } catch (Failure failure) {
            throw Faults.ofCommit(failure);
        }
    }

    @Override
    public <R> R read(Read<R> question) {
        limits.check(question);
        requireOpen();
        Command command = Question.command(question, transport::name);
        return finish(question, command, transport.send(command), deadline());
    }

    /** Waits for the answer to a question that has been sent. */
    private <R> R finish(Read<R> question, Command command, Pending sent, long deadline) {
        try {
            return Question.answer(question, caller.finish(command, sent, deadline));
        } catch (Failure failure) {
            throw Faults.ofRead(failure);
        }
    }

    @Override
    public <R> List<R> readAll(List<? extends Read<? extends R>> questions) {
        limits.check(questions);
        requireOpen();
        if (questions.isEmpty()) {
            return List.of();
        }
        long deadline = deadline();
        List<Command> commands = new ArrayList<>(questions.size());
        for (Read<?> question : questions) {
            commands.add(Question.command(question, transport::name));
        }
        List<Pending> pending = transport.sendAll(commands);
        List<R> answers = new ArrayList<>(questions.size());
        for (int i = 0; i < questions.size(); i++) {
            answers.add(finish(questions.get(i), commands.get(i), pending.get(i), deadline));
        }
        return answers;
    }

    @Override
    public Optional<Relay> relay() {
        return Optional.of(new CommandRelay(transport::reachesTogether, transport::name, this::told));
    }

    private @Nullable Object told(Command command) {
        requireOpen();
        try {
            return caller.finish(command, transport.send(command), deadline());
        } catch (Failure.Refused refused) {
            throw refused.is("CROSSSLOT")
                    ? new StoreException.LimitExceeded("CROSSSLOT Keys in request don't hash to the same slot")
                    : Faults.ofRefused(refused, true);
        } catch (Failure failure) {
            throw Faults.ofCommit(failure);
        }
    }

    @Override
    public Scan.Page scan(Scan scan) {
        requireOpen();
        try {
            return scanning.page(scan, deadline());
        } catch (Failure failure) {
            throw Faults.ofRead(failure);
        }
    }

    @Override
    public void ping() {
        requireOpen();
        long deadline = deadline();
        try {
            for (Pending pending : transport.ping()) {
                pending.reply(deadline);
            }
        } catch (Failure failure) {
            if (failure instanceof Failure.Lost) {
                transport.silent(Command.plain(CommandType.PING));
            }
            throw Faults.ofRead(failure);
        }
    }

    /** That of all masters together; a Redis without a limit may use the memory of its machine. */
    @Override
    public Optional<MemoryUse> memory() {
        requireOpen();
        long deadline = deadline();
        Optional<MemoryUse> sum = Optional.empty();
        try {
            for (String node : transport.nodes()) {
                Object reply = transport
                        .sendTo(node, Command.plain(CommandType.INFO, "memory"))
                        .reply(deadline);
                Optional<MemoryUse> use =
                        ServerFacts.memory(Replies.bytes(reply).text());
                if (use.isEmpty()) {
                    return use;
                }
                sum = Optional.of(sum.map(use.get()::plus).orElse(use.get()));
            }
            return sum;
        } catch (Failure.Refused unknown) {
            return Optional.empty();
        } catch (Failure failure) {
            throw Faults.ofRead(failure);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            transport.close();
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new StoreException.Unavailable("The store is closed");
        }
    }

    private long deadline() {
        return System.nanoTime() + timeout;
    }
}

package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Durability;
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
 * <p>A batch is as durable as that Redis is configured to be. Where a {@link Confirmation} is asked for, durable batches, and
 * commands of clients that write, wait for it over connections of their own; when it does not come, the fault is the same.
 * Lives are counted by the clock of Redis.
 */
public final class RedisStore implements Store {
    /** The script takes its arguments from a stack of about eight thousand places. */
    private static final int MOST_OPERATIONS = 4096;

    private final Transport transport;
    private final Caller caller;
    /** The way of durable batches. */
    private final Transport confirmed;

    private final Caller confirmedCaller;
    private final StoreObserver observer;
    private final Scanning scanning;
    private final boolean createsInOneStep;
    private final Limits limits;
    private final long timeout;
    private volatile boolean closed;

    private RedisStore(Opening.Opened opened, RedisSettings settings, Limits limits, StoreObserver observer) {
        Duration timeout = settings.timeout();
        this.transport = opened.transport();
        this.confirmed = settings.confirmation().isAsked()
                ? new ConfirmedTransport(transport, Confirming.within(timeout, settings.confirmation()), timeout)
                : transport;
        this.confirmedCaller = new Caller(confirmed);
        this.observer = observer;
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
     * @param observer is told what was not confirmed; Redis ends keys and writes to its disk by itself
     */
    public static RedisStore open(RedisSettings settings, Limits limits, StoreObserver observer) {
        if (limits.batchOperations() > MOST_OPERATIONS) {
            throw new StoreException.CannotOpen("A batch on Redis can hold at most " + MOST_OPERATIONS
                    + " operations: lower the limit of operations in a batch");
        }
        return new RedisStore(Opening.open(settings), settings, limits, observer);
    }

    /**
     * Connects to a Redis that is only read: a replica, or a token of Upstash that may not write, will do. Throws as {@link
     * #open} does.
     */
    public static RedisStore openToRead(RedisSettings settings, Limits limits) {
        RedisSettings reading = settings.withConfirmation(Confirmation.NONE);
        return new RedisStore(Opening.openToRead(reading), reading, limits, StoreObserver.NONE);
    }

    Transport transport() {
        return transport;
    }

    @Override
    public Commit commit(Batch batch) {
        limits.check(batch);
        requireOpen();
        Plan plan = Plan.of(batch, transport::name, createsInOneStep);
        return finish(batch, plan, way(batch).send(plan.command()), deadline());
    }

    private Transport way(Batch batch) {
        return batch.durability() == Durability.DURABLE ? confirmed : transport;
    }

    @Override
    public void send(RoundTrip trip) {
        List<Leg<?>> legs = new ArrayList<>();
        trip.items().forEach(item -> leg(item).ifPresent(legs::add));
        if (legs.isEmpty()) {
            return;
        }
        long deadline = deadline();
        if (confirmed == transport) {
            send(legs, transport, deadline).run();
            return;
        }
        Runnable arrivals =
                send(legs.stream().filter(leg -> leg.way() == transport).toList(), transport, deadline);
        send(legs.stream().filter(leg -> leg.way() == confirmed).toList(), confirmed, deadline)
                .run();
        arrivals.run();
    }

    /** Sends, and gives what waits for the replies. */
    private static Runnable send(List<? extends Leg<?>> legs, Transport way, long deadline) {
        if (legs.size() == 1) { // As most trips have, and a caller that is alone waits for all that is done here.
            Leg<?> leg = legs.getFirst();
            Pending sent = way.send(leg.command());
            return () -> leg.arrive(sent, deadline);
        }
        List<Pending> pending = legs.isEmpty()
                ? List.of()
                : way.sendAll(legs.stream().<Command>map(Leg::command).toList());
        return () -> {
            // Redis answers in the order of asking: once the last reply is here, nobody has to wait for the others.
            for (int i = legs.size() - 1; i >= 0; i--) {
                legs.get(i).arrive(pending.get(i), deadline);
            }
        };
    }

    /** An item of a trip, the command that goes for it, and which way. */
    private record Leg<R>(RoundTrip.Item<R> item, Command command, Transport way, Reply<R> reply) {
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
        return new Leg<>(change, plan.command(), way(batch), (sent, deadline) -> finish(batch, plan, sent, deadline));
    }

    private <R> Leg<R> leg(RoundTrip.Question<R> question) {
        Read<R> read = question.read();
        limits.check(read);
        Command command = Question.command(read, transport::name);
        return new Leg<>(question, command, transport, (sent, deadline) -> finish(read, command, sent, deadline));
    }

    /** Waits for the outcome of a batch that has been sent. */
    private Commit finish(Batch batch, Plan plan, Pending sent, long deadline) {
        Transport way = way(batch);
        try {
            return plan.read(callerOn(way).finish(plan.command(), sent, deadline));
        } catch (Failure.Refused refused) {
            if (plan instanceof Plan.Create && refused.is("WRONGTYPE")) {
                Plan scripted = Plan.scripted(batch, transport::name);
                return finish(batch, scripted, way.send(scripted.command()), deadline);
            }
            throw Faults.ofRefused(refused, plan.command().verb() == CommandType.EVALSHA);
        } catch (Failure failure) {
            throw ofCommit(failure);
        }
    }

    private Caller callerOn(Transport way) {
        return way == transport ? caller : confirmedCaller;
    }

    private StoreException ofCommit(Failure failure) {
        if (failure instanceof Failure.Unconfirmed) {
            observer.unconfirmed();
        }
        return Faults.ofCommit(failure);
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

    /** @param writes whether it may change anything, which is then confirmed as a durable batch is */
    private @Nullable Object told(Command command, boolean writes) {
        requireOpen();
        Transport way = writes && command.keyIndex() >= 0 ? confirmed : transport;
        try {
            return callerOn(way).finish(command, way.send(command), deadline());
        } catch (Failure.Refused refused) {
            throw refused.is("CROSSSLOT")
                    ? new StoreException.LimitExceeded("CROSSSLOT Keys in request don't hash to the same slot")
                    : Faults.ofRefused(refused, true);
        } catch (Failure failure) {
            throw ofCommit(failure);
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
            if (confirmed != transport) {
                confirmed.close();
            }
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

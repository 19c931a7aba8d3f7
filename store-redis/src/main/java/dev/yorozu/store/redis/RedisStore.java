package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Limits;
import dev.yorozu.store.MemoryUse;
import dev.yorozu.store.Read;
import dev.yorozu.store.Scan;
import dev.yorozu.store.Store;
import dev.yorozu.store.StoreException;
import dev.yorozu.store.StoreObserver;
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

    @Override
    public Commit commit(Batch batch) {
        limits.check(batch);
        requireOpen();
        Plan plan = Plan.of(batch, transport::name, createsInOneStep);
        return finish(batch, plan, transport.send(plan.command()), deadline());
    }

    @Override
    public <R> Answered<List<R>> commit(Batch batch, List<? extends Read<? extends R>> questions) {
        limits.check(batch);
        limits.check(questions);
        requireOpen();
        long deadline = deadline();
        Plan plan = Plan.of(batch, transport::name, createsInOneStep);
        List<Command> commands = new ArrayList<>(1 + questions.size());
        commands.add(plan.command());
        commands.addAll(asking(questions));
        List<Pending> pending = transport.sendAll(commands);
        Commit commit = finish(batch, plan, pending.getFirst(), deadline);
        int last = commands.size();
        try {
            return new Answered<>(
                    commit, answers(questions, commands.subList(1, last), pending.subList(1, last), deadline));
        } catch (StoreException.Unavailable fault) {
            throw fault.after(batch, commit);
        }
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
        try {
            return Question.answer(question, caller.call(Question.command(question, transport::name), deadline()));
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
        List<Command> commands = asking(questions);
        return answers(questions, commands, transport.sendAll(commands), deadline);
    }

    private List<Command> asking(List<? extends Read<?>> questions) {
        List<Command> commands = new ArrayList<>(questions.size());
        for (Read<?> question : questions) {
            commands.add(Question.command(question, transport::name));
        }
        return commands;
    }

    /** Waits for the answers to questions that have been sent. */
    private <R> List<R> answers(
            List<? extends Read<? extends R>> questions, List<Command> commands, List<Pending> pending, long deadline) {
        List<R> answers = new ArrayList<>(questions.size());
        try {
            for (int i = 0; i < questions.size(); i++) {
                Object reply = caller.finish(commands.get(i), pending.get(i), deadline);
                answers.add(answer(questions.get(i), reply));
            }
            return answers;
        } catch (Failure failure) {
            throw Faults.ofRead(failure);
        }
    }

    private static <R> R answer(Read<? extends R> question, @Nullable Object reply) {
        return Question.answer(question, reply);
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

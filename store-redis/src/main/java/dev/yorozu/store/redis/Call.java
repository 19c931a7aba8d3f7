package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.CommandArgs;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A command under way on a Lettuce connection.
 *
 * <p>Knows whether it has left: a command that was never encoded cannot have reached Redis, and one that Redis answered
 * with an error (a redirection among them) had no effect, so a failure after that leaves nothing open.
 */
final class Call extends AsyncCommand<Bytes, Bytes, @Nullable Object> implements Pending {
    private final Command command;
    private final ReplyOutput output;
    private final Wire.@Nullable Encoded encoded;
    private final Runnable whenSent;
    private boolean watched;
    /** When to stop waiting, by {@link System#nanoTime}; zero while nobody waits. */
    private volatile long deadline;

    private Call(Command command, CommandArgs<Bytes, Bytes> arguments, ReplyOutput output, Runnable whenSent) {
        super(new io.lettuce.core.protocol.Command<>(command.verb(), output, arguments));
        this.command = command;
        this.output = output;
        this.whenSent = whenSent;
        this.encoded = Script.joins(command) ? null : Wire.encode(command);
    }

    static Call of(Command command) {
        return sending(command, () -> {});
    }

    /** @param whenSent what to do when it is about to leave */
    static Call sending(Command command, Runnable whenSent) {
        CommandArgs<Bytes, Bytes> arguments = new CommandArgs<>(BytesCodec.INSTANCE);
        if (command.keyIndex() >= 0) {
            arguments.addKey(command.key()); // By this Lettuce finds the node; the rest is already encoded.
        }
        return new Call(command, arguments, new ReplyOutput(), whenSent);
    }

    static List<Call> of(List<Command> commands) {
        List<Call> calls = new ArrayList<>(commands.size());
        for (Command command : commands) {
            calls.add(of(command));
        }
        return calls;
    }

    Command command() {
        return command;
    }

    @Override
    public void encode(ByteBuf buffer) {
        sending();
        Wire.Encoded wire = encoded == null ? Wire.encode(command) : encoded;
        buffer.writeBytes(wire.array(), 0, wire.length());
    }

    /** Is about to leave, by itself or with others. */
    void sending() {
        output.sending();
        whenSent.run();
    }

    @Override
    public @Nullable Object reply(long deadline) throws Failure {
        try {
            if (!watched) {
                return get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            }
            this.deadline = deadline == 0 ? 1 : deadline;
            ended(System.nanoTime());
            return get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof TimeoutException) {
                throw late(e);
            }
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw failure(e);
        } catch (TimeoutException e) {
            cancel();
            throw late(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel();
            throw new Failure.Lost("Interrupted while waiting for Redis", e);
        }
    }

    private static Failure late(Exception cause) {
        return new Failure.Lost("Redis did not answer in time", cause);
    }

    /** Is told, before it is sent, that someone will ask it again and again whether it has {@link #ended}. */
    void watched() {
        watched = true;
    }

    /** Whether this is over, be it that its time is. */
    boolean ended(long now) {
        long end = deadline;
        if (!isDone() && end != 0 && end - now <= 0) {
            completeExceptionally(new TimeoutException());
        }
        return isDone();
    }

    private Failure failure(Throwable cause) {
        if (cause instanceof RedisCommandExecutionException answer) {
            return new Failure.Refused(String.valueOf(answer.getMessage()));
        }
        return output.outstanding()
                ? new Failure.Lost("The connection to Redis was lost", cause)
                : new Failure.Unsent("Redis is not reachable", cause);
    }
}

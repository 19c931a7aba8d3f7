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
    private final ReplyOutput output;
    private final Wire.Encoded encoded;

    private Call(
            io.lettuce.core.protocol.Command<Bytes, Bytes, @Nullable Object> command,
            ReplyOutput output,
            Wire.Encoded encoded) {
        super(command);
        this.output = output;
        this.encoded = encoded;
    }

    static Call of(Command command) {
        CommandArgs<Bytes, Bytes> arguments = new CommandArgs<>(BytesCodec.INSTANCE);
        if (command.keyIndex() >= 0) {
            arguments.addKey(command.key()); // By this Lettuce finds the node; the rest is already encoded.
        }
        ReplyOutput output = new ReplyOutput();
        return new Call(
                new io.lettuce.core.protocol.Command<>(command.verb(), output, arguments),
                output,
                Wire.encode(command));
    }

    static List<Call> of(List<Command> commands) {
        List<Call> calls = new ArrayList<>(commands.size());
        for (Command command : commands) {
            calls.add(of(command));
        }
        return calls;
    }

    @Override
    public void encode(ByteBuf buffer) {
        output.sending();
        buffer.writeBytes(encoded.array(), 0, encoded.length());
    }

    @Override
    public @Nullable Object reply(long deadline) throws Failure {
        try {
            return get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw failure(e.getCause() == null ? e : e.getCause());
        } catch (CancellationException e) {
            throw failure(e);
        } catch (TimeoutException e) {
            cancel();
            throw new Failure.Lost("Redis did not answer in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel();
            throw new Failure.Lost("Interrupted while waiting for Redis", e);
        }
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

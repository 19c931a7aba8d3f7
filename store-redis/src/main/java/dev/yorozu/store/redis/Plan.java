package dev.yorozu.store.redis;

import dev.yorozu.store.Batch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Commit;
import dev.yorozu.store.Found;
import dev.yorozu.store.Guard;
import dev.yorozu.store.Key;
import dev.yorozu.store.Write;
import io.lettuce.core.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one command that applies a batch, and how to read its reply. */
sealed interface Plan {
    Command command();

    Commit read(@Nullable Object reply);

    /**
     * Chooses the plain command where one does the same, else the script.
     *
     * @param createsInOneStep whether this Redis takes {@code SET … NX GET}, which came with version 7
     */
    static Plan of(Batch batch, Function<Key, Bytes> name, boolean createsInOneStep) {
        if (batch.writes().size() == 1) {
            Write write = batch.writes().getFirst();
            if (batch.guards().isEmpty()) {
                Command alone = Step.alone(write, batch, name.apply(write.key()));
                if (alone != null) {
                    return new Single(write, alone);
                }
            } else if (createsInOneStep && creates(batch) && write instanceof Write.Put put) {
                return new Create(batch, create(put, name.apply(put.key())));
            }
        }
        return scripted(batch, name);
    }

    static Plan scripted(Batch batch, Function<Key, Bytes> name) {
        return new Scripted(batch, Script.call(batch, name));
    }

    /** Whether the only guard asks for the absence of the key that the only write, a put, makes. */
    private static boolean creates(Batch batch) {
        return batch.guards().size() == 1
                && batch.guards().getFirst() instanceof Guard.Absent absent
                && batch.writes().getFirst() instanceof Write.Put put
                && absent.key().name().equals(put.key().name());
    }

    private static Command create(Write.Put put, Bytes name) {
        List<Bytes> arguments = new ArrayList<>(5);
        arguments.add(put.value());
        arguments.add(Bytes.of("NX"));
        arguments.add(Bytes.of("GET"));
        arguments.addAll(Arguments.options(put.expiry()));
        return Command.on(name, CommandType.SET, arguments);
    }

    /** One write without a guard. */
    record Single(Write write, Command command) implements Plan {
        @Override
        public Commit read(@Nullable Object reply) {
            return new Commit.Applied(List.of(Replies.result(write, reply)));
        }
    }

    /**
     * A put that must create its key: Redis answers with the string that stands in its way. A value of another type is
     * an error, which does not say what the rejection must say; the batch then goes to the script.
     */
    record Create(Batch batch, Command command) implements Plan {
        @Override
        public Commit read(@Nullable Object reply) {
            return Replies.value(reply)
                    .<Commit>map(value -> new Commit.Rejected(0, batch.guards().getFirst(), new Found.Value(value)))
                    .orElseGet(() -> new Commit.Applied(
                            List.of(Replies.result(batch.writes().getFirst(), reply))));
        }
    }

    /** Anything else. */
    record Scripted(Batch batch, Command command) implements Plan {
        @Override
        public Commit read(@Nullable Object reply) {
            return Replies.commit(batch, reply);
        }
    }
}

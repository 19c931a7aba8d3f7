package dev.yorozu.store.redis;

import dev.yorozu.store.Bytes;
import io.lettuce.core.output.CommandOutput;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects a reply of any shape: a number, bytes, nothing, or a list of replies. */
final class ReplyOutput extends CommandOutput<Bytes, Bytes, @Nullable Object> {
    /** A list that is still being filled. */
    private record Open(List<@Nullable Object> elements, int size) {}

    private @Nullable Deque<Open> open;
    private volatile boolean outstanding;

    @SuppressWarnings("NullAway") // Lettuce allows a reply of nothing, but its type does not say so.
    ReplyOutput() {
        super(BytesCodec.INSTANCE, null);
    }

    /** The command is about to be sent, for the first time or after a redirection. */
    void sending() {
        outstanding = true;
    }

    /** Whether the command was sent and not answered with an error since: then it may have had an effect. */
    boolean outstanding() {
        return outstanding;
    }

    @Override
    public void set(long integer) {
        accept(integer);
    }

    @Override
    public void set(@Nullable ByteBuffer bytes) {
        accept(bytes == null ? null : BytesCodec.INSTANCE.decodeValue(bytes));
    }

    @Override
    public void multi(int count) {
        if (count < 0) {
            accept(null);
        } else if (count == 0) {
            accept(List.of());
        } else {
            if (open == null) {
                open = new ArrayDeque<>(2);
            }
            open.push(new Open(new ArrayList<>(count), count));
        }
    }

    @Override
    public void setError(ByteBuffer error) {
        outstanding = false;
        super.setError(error);
    }

    private void accept(@Nullable Object reply) {
        Object value = reply;
        while (open != null && !open.isEmpty()) {
            Open list = open.getFirst();
            list.elements().add(value);
            if (list.elements().size() < list.size()) {
                return;
            }
            value = open.pop().elements();
        }
        output = value;
    }
}

package dev.yorozu.store.redis;

import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command that waits until what its connection wrote is where it must be, and what its reply means. */
record Confirming(Confirmation asked, long millis) {
    private static final ProtocolKeyword WAITAOF = new WaitForFiles();

    /** Half of a caller's time, so that who comes while others wait can still wait for its own. */
    static Confirming within(Duration timeout, Confirmation asked) {
        return new Confirming(asked, Math.max(1, timeout.toMillis() / 2));
    }

    /** One that ends at once, to see whether it is possible. */
    Confirming atOnce() {
        return new Confirming(new Confirmation(0, asked.onDisk()), 1);
    }

    Command command() {
        String replicas = "" + asked.replicas();
        return asked.onDisk()
                ? Command.plain(WAITAOF, "1", replicas, "" + millis)
                : Command.plain(CommandType.WAIT, replicas, "" + millis);
    }

    /** Whether the reply says that it is so. */
    boolean isMet(@Nullable Object reply) {
        if (!asked.onDisk()) {
            return Replies.number(reply) >= asked.replicas();
        }
        List<@Nullable Object> numbers = Replies.list(reply);
        return Replies.number(numbers.getFirst()) >= 1 && Replies.number(numbers.getLast()) >= asked.replicas();
    }

    /** A command that Lettuce does not know. */
    private static final class WaitForFiles implements ProtocolKeyword {
        @Override
        public byte[] getBytes() {
            return toString().getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String toString() {
            return "WAITAOF";
        }
    }
}

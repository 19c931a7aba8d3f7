package dev.yorozu.store.redis;

import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the reply to a command, sending it again only where it certainly had no effect.
 *
 * <p>That is so when Redis does not know the script, when it moves the keys to another node just now, and when the command
 * was not sent because the connection to a node of a cluster is just being made.
 */
final class Caller {
    private static final Duration PATIENCE = Duration.ofMillis(500);
    private static final long PAUSE = 10;

    private final Transport transport;

    Caller(Transport transport) {
        this.transport = transport;
    }

    /** Waits for the reply to a command that has been sent. */
    @Nullable
    Object finish(Command command, Pending sent, long deadline) throws Failure {
        Command current = command;
        Pending pending = sent;
        long settled = Math.min(deadline, System.nanoTime() + PATIENCE.toNanos());
        while (true) {
            try {
                return pending.reply(deadline);
            } catch (Failure.Lost lost) {
                transport.silent(current);
                throw lost;
            } catch (Failure.Refused refused) {
                if (refused.is("NOSCRIPT") && current.verb() == CommandType.EVALSHA) {
                    current = Script.whole(current);
                } else if (refused.is("TRYAGAIN") || refused.is("MOVED ")) {
                    if (refused.is("MOVED ")) {
                        transport.astray();
                    }
                    pauseUntil(deadline, refused);
                } else {
                    if (refused.is("READONLY") || refused.is("MASTERDOWN")) {
                        transport.deposed(current);
                    }
                    throw refused;
                }
            } catch (Failure.Unsent unsent) {
                if (!transport.settles()) {
                    throw unsent;
                }
                pauseUntil(settled, unsent);
            }
            pending = transport.send(current);
        }
    }

    /** Waits a moment; throws the failure when there is no time left for that. */
    private static void pauseUntil(long end, Failure failure) throws Failure {
        if (end - System.nanoTime() < Duration.ofMillis(2 * PAUSE).toNanos()) {
            throw failure;
        }
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }
}

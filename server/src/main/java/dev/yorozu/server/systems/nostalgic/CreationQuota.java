package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.limit.attempt.Attempt;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.nostalgic.Creation;
import java.util.function.Supplier;

/**
 * How many new services one address may make in a day.
 *
 * <p>One is taken before a service is made and given back unless it was, so that any number of calls at once make no more.
 * A service that is there already takes none: its owner is answered however many the address has made.
 *
 * @param made takes one for each service
 */
record CreationQuota(AttemptLimiter made) {
    /** Makes a service if the client may make one more. */
    Creation create(String client, Supplier<Creation> maker) {
        return switch (made.take(client)) {
            case Attempt.Refused refused -> new Creation.Limited(refused.retryAfter());
            case Attempt.Allowed taken -> {
                Creation creation;
                try {
                    creation = maker.get();
                } catch (RuntimeException fault) {
                    made.giveBack(taken);
                    throw fault;
                }
                if (creation instanceof Creation.Created) {
                    made.failed(taken); // Here it is what succeeds that counts.
                } else {
                    made.giveBack(taken);
                }
                yield creation;
            }
        };
    }
}

package dev.yorozu.server.access;

import dev.yorozu.limit.Decision;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.store.RoundTrip;
import java.util.function.Function;

/**
 * What one system tells its {@link Gate}: who its callers are, and how it refuses.
 *
 * @param <C> who calls, as the routes of the system know them
 */
public interface AccessRules<C> {
    /** For a system that knows no callers: its gate counts their calls, and asks nobody who they are. */
    static AccessRules<Void> anonymous(String misplacedKey, Function<Decision, Problem> tooMany) {
        return new AccessRules<>() {
            @Override
            public String misplacedKey() {
                return misplacedKey;
            }

            @Override
            public Problem tooMany(Decision denied) {
                return tooMany.apply(denied);
            }

            @Override
            public RoundTrip.Answer<Void> identify(RoundTrip trip, Call call) {
                throw new IllegalStateException("This system knows no callers");
            }

            @Override
            public String user(Void caller) {
                throw new IllegalStateException("This system knows no callers");
            }
        };
    }

    /** One sentence for the log about keys that hold something else than this system keeps there. */
    String misplacedKey();

    /** What is answered to a caller that asks too often. */
    Problem tooMany(Decision denied);

    /** What stands for a client where its calls are counted. */
    default String counted(Client client) {
        return client.id();
    }

    /**
     * Asks with a trip who calls. A call whose credential is missing, or is none by its form or signature, ends here and costs
     * the store nothing; one whose credential the store does not confirm ends when the answer is asked for.
     */
    RoundTrip.Answer<C> identify(RoundTrip trip, Call call);

    /** What stands for a caller where the calls of users are counted. */
    String user(C caller);

    /** Whether somebody is an operator now, whatever the credential says; nobody is in a system without operators. */
    default boolean isOperator(C caller) {
        return false;
    }

    /** What is answered to anybody else who wants to do an operator's work. */
    default Problem forbidden() {
        return new Problem(403, "forbidden", "This is for operators.");
    }
}

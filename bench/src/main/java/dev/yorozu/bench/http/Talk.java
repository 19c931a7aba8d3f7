package dev.yorozu.bench.http;

import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** What one client says to a server, request after request. Belongs to one thread at a time. */
public interface Talk {
    /** The whole of the next request. */
    byte[] next();

    /** Takes the answer to it; throws when it is not what a server that works would say. */
    void answered(Answer answer);

    /** Whether all users of the server have asked, so that no request is the first of anyone. */
    default boolean isSteady() {
        return true;
    }

    /**
     * A client that sends whatever comes next, whatever was answered before.
     *
     * @param beginning how every body must begin: a server that errs must not count as a fast one
     */
    static Talk of(Supplier<byte[]> requests, String beginning) {
        byte[] expected = beginning.getBytes(StandardCharsets.UTF_8);
        return new Talk() {
            @Override
            public byte[] next() {
                return requests.get();
            }

            @Override
            public void answered(Answer answer) {
                answer.require(expected);
            }
        };
    }

    /** A client through which the users of a crowd ask. */
    static Talk of(Crowd crowd, IntFunction<byte[]> request, String beginning) {
        Talk any = of(() -> request.apply(crowd.next()), beginning);
        return new Talk() {
            @Override
            public byte[] next() {
                return any.next();
            }

            @Override
            public void answered(Answer answer) {
                any.answered(answer);
            }

            @Override
            public boolean isSteady() {
                return crowd.isComplete();
            }
        };
    }
}

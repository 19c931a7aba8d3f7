package dev.yorozu.bench.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * What clients of a server do, request after request.
 *
 * @param request the request with a number that no other has
 */
public record HttpWork(String name, LongFunction<byte[]> request) {
    private static final AtomicLong NUMBER = new AtomicLong();

    /** Work that sends these requests in turns. They are made once, as one for each of many people. */
    public static HttpWork inTurns(String name, List<byte[]> requests) {
        return new HttpWork(name, number -> requests.get((int) (number % requests.size())));
    }

    /** A client that does this over and over. */
    Talk talk() {
        return new Talk() {
            @Override
            public byte[] next() {
                return request.apply(NUMBER.incrementAndGet());
            }

            @Override
            public void answered(Answer answer) {
                if (answer.status() != 200 && answer.status() != 201) {
                    throw new IllegalStateException(name + " was answered:\n" + answer);
                }
            }
        };
    }

    /** A client that says this once. */
    public static Talk once(byte[] request) {
        return new HttpWork("set up", number -> request).talk();
    }
}

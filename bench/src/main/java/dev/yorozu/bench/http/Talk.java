package dev.yorozu.bench.http;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** What one client says to a server, request after request. Belongs to one thread. */
public interface Talk {
    /** The whole of the next request. */
    byte[] next();

    /** Takes the answer to it; throws when it is not what a server that works would say. */
    void answered(Answer answer);

    /** Any of these visits each time, whatever was answered before. */
    static Talk any(List<Visit> visits) {
        return new Talk() {
            private Visit last = visits.getFirst();

            @Override
            public byte[] next() {
                last = visits.get(ThreadLocalRandom.current().nextInt(visits.size()));
                return last.request();
            }

            @Override
            public void answered(Answer answer) {
                last.check(answer);
            }
        };
    }
}

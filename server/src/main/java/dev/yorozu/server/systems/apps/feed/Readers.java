package dev.yorozu.server.systems.apps.feed;

import java.util.HashMap;
import java.util.Map;

/** Who waits for revocations, so that they are not too many. Safe for use by many threads. */
final class Readers {
    private final int most;
    private final int mostPerCredential;
    private final Map<String, Integer> waiting = new HashMap<>();
    private int all;

    Readers(int most, int mostPerCredential) {
        this.most = most;
        this.mostPerCredential = mostPerCredential;
    }

    /** Takes a place for a credential, which is to leave; where there is none left the call ends. */
    synchronized void enter(String credential) {
        requireRoom(credential);
        all++;
        waiting.merge(credential, 1, Integer::sum);
    }

    /** Ends a call for which there is no place at the moment, while it can still be said why. */
    synchronized void requireRoom(String credential) {
        if (all >= most || waiting.getOrDefault(credential, 0) >= mostPerCredential) {
            throw FeedErrors.TOO_MANY.exception();
        }
    }

    synchronized void leave(String credential) {
        all--;
        waiting.computeIfPresent(credential, (name, many) -> many == 1 ? null : many - 1);
    }
}

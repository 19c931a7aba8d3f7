package dev.yorozu.server.http.listener;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names requests. A name is chosen here and never taken from the client, so that nothing a client sends reaches the log;
 * it identifies, and proves nothing, so an ordinary random number will do.
 */
final class RequestIds {
    private RequestIds() {}

    static String next() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }
}

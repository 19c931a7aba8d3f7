package dev.yorozu.server.http.listener;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names requests. A name is chosen here and never taken from the client, so that nothing a client sends reaches the log;
 * it identifies, and proves nothing, so an ordinary random number will do.
 */
final class RequestIds {
    private static final HeaderName HEADER = HeaderNames.create("X-Request-Id");

    private RequestIds() {}

    static String next() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** How a reply tells its client the name. */
    static Header header(String id) {
        return HeaderValues.create(HEADER, id);
    }
}

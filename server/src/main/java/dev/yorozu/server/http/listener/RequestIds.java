package dev.yorozu.server.http.listener;

import dev.yorozu.server.net.AddressRange;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import java.net.InetSocketAddress;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names requests. A name is chosen here and never taken from a client, so that nothing a client sends reaches the log; one
 * that a proxy of ours gave is kept, so that its log and this one can be read together. It identifies, and proves nothing, so
 * an ordinary random number will do.
 */
record RequestIds(List<AddressRange> proxies) {
    private static final HeaderName HEADER = HeaderNames.create("X-Request-Id");
    private static final int LONGEST = 128;

    /** The name that a proxy of ours gave in one header of letters, digits and {@code - _ . : = + /}; else a new one. */
    String of(ServerRequest request) {
        if (!proxies.isEmpty()
                && request.headers().contains(HEADER)
                && request.remotePeer().address() instanceof InetSocketAddress peer
                && AddressRange.anyContains(proxies, peer.getAddress())) {
            Header given = request.headers().get(HEADER);
            if (given.valueCount() == 1 && isName(given.get())) {
                return given.get();
            }
        }
        return next();
    }

    private static boolean isName(String text) {
        return !text.isEmpty() && text.length() <= LONGEST && text.chars().allMatch(RequestIds::isNameCharacter);
    }

    private static boolean isNameCharacter(int c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || "-_.:=+/".indexOf(c) >= 0;
    }

    static String next() {
        return HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    }

    /** How a reply tells its client the name. */
    static Header header(String id) {
        return HeaderValues.create(HEADER, id);
    }
}

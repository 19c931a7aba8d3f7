package dev.yorozu.server.http;

import dev.yorozu.server.net.AllowedOrigins;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.ServerResponseHeaders;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What pages of other origins may do with a module: whose scripts may read its replies, and what they may send.
 *
 * <p>Every reply depends on the origin of the page that asks, errors too, and says so: a cache on the way would give the
 * allowance of one page to another.
 */
public final class CrossOrigin {
    /** Nothing is said of other origins, which keeps their pages from reading. */
    public static final CrossOrigin UNSAID = new CrossOrigin(AllowedOrigins.NONE, List.of(), List.of(), Duration.ZERO);

    private static final Header VARY = HeaderValues.createCached(HeaderNames.VARY, "Origin");

    private final AllowedOrigins origins;
    private final List<Header> preflight;

    /**
     * @param methods that scripts may use
     * @param headers that scripts may send
     * @param maxAge how long browsers may remember this
     */
    public CrossOrigin(AllowedOrigins origins, List<String> methods, List<String> headers, Duration maxAge) {
        this.origins = origins;
        this.preflight = methods.isEmpty()
                ? List.of()
                : List.of(
                        HeaderValues.createCached("Access-Control-Allow-Methods", String.join(", ", methods)),
                        HeaderValues.createCached("Access-Control-Allow-Headers", String.join(", ", headers)),
                        HeaderValues.createCached("Access-Control-Max-Age", Long.toString(maxAge.toSeconds())));
    }

    /** Whether anything is said of other origins. */
    public boolean isSaid() {
        return !preflight.isEmpty();
    }

    /** What a browser is told that asks before it sends. */
    public Reply preflight() {
        Reply reply = Reply.empty(204);
        for (Header header : preflight) {
            reply = reply.with(header);
        }
        return reply;
    }

    /** Adds to a reply what the page that asked may do with it. */
    void addTo(ServerResponseHeaders reply, Headers request) {
        if (!isSaid()) {
            return;
        }
        reply.add(VARY);
        origin(request)
                .flatMap(origins::allowance)
                .ifPresent(
                        allowed -> reply.setIfAbsent(Reply.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, allowed)));
    }

    /** Browsers send one; of several, none can be trusted to be the page's. */
    private static Optional<String> origin(Headers request) {
        if (!request.contains(HeaderNames.ORIGIN)) {
            return Optional.empty();
        }
        Header header = request.get(HeaderNames.ORIGIN);
        return header.valueCount() == 1 ? Optional.of(header.get()) : Optional.empty();
    }
}

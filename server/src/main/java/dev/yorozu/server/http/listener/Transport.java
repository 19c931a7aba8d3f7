package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.connection.Connections;
import io.helidon.http.DirectHandler;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.DirectHandlers;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Answers what is refused before it has a route: what is no HTTP, too long, or of another version. */
record Transport(RequestLog accounts, Faults faults, DefaultsByPath defaultsByPath) implements DirectHandler {
    /** What Helidon says when the headers are too large; it gives them the status of any malformed request. */
    private static final String HEADERS_TOO_LARGE = "Header size exceeded";

    /** Of a body, an address and headers: what comes of them after that is still to be listened to. */
    private static final Set<Integer> TOO_LARGE = Set.of(413, 414, 431);

    DirectHandlers handlers() {
        DirectHandlers.Builder handlers = DirectHandlers.builder();
        for (EventType type : EventType.values()) {
            handlers.addHandler(type, this);
        }
        return handlers.build();
    }

    @Override
    public TransportResponse handle(
            TransportRequest request,
            EventType type,
            Status status,
            ServerResponseHeaders headers,
            @Nullable String message) {
        String id = RequestIds.next();
        ResponseDefaults defaults = defaultsByPath.at(Router.withoutOrigin(request.path()));
        Reply reply = faults.transport(status(type, status, message)).reply(defaults.errors());
        byte[] body = reply.body() instanceof Reply.Body.Whole whole ? whole.bytes() : new byte[0];
        reply.headers().forEach(headers::set);
        headers.set(RequestIds.header(id));
        defaults.addTo(headers, request.headers());
        SecurityHeaders.addTo(headers);
        if (TOO_LARGE.contains(reply.status())) {
            Connections.linger();
        }
        accounts.answered(new Router.Match.Malformed(), request.method(), id, reply.status(), body.length, 0);
        return TransportResponse.builder()
                .status(Status.create(reply.status()))
                .headers(headers)
                .entity(body)
                .keepAlive(false)
                .build();
    }

    /**
     * Helidon takes every exception for a fault of the server, also that of its own parser over bytes that are no HTTP. But
     * until a request has a route, all that can fail is the reading of what the client sent.
     */
    private static int status(EventType type, Status status, @Nullable String message) {
        if (HEADERS_TOO_LARGE.equals(message)) {
            return 431;
        }
        return type == EventType.INTERNAL_ERROR && Connections.isReadingHead() ? 400 : status.code();
    }
}

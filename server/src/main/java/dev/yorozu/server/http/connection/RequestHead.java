package dev.yorozu.server.http.connection;

import io.helidon.http.DirectHandler;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.RequestException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;
import java.util.function.LongSupplier;

/** Follows a request through its line and headers, and refuses what Helidon lets pass. */
final class RequestHead implements Http1ConnectionListener {
    private static final HeaderName NAMELESS = HeaderNames.create("");

    private final LongSupplier nanos;

    RequestHead(LongSupplier nanos) {
        this.nanos = nanos;
    }

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        deadlines(context).lineRead(nanos.getAsLong());
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        if (headers.contains(NAMELESS)) {
            throw RequestException.builder()
                    .type(DirectHandler.EventType.BAD_REQUEST)
                    .message("A header has no name")
                    .setKeepAlive(false)
                    .build();
        }
        deadlines(context).headersRead();
    }

    private static ClientDeadlines deadlines(ConnectionContext context) {
        return ((TimedContext) context).timed().deadlines();
    }
}

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
record RequestHead(LongSupplier nanos) implements Http1ConnectionListener {
    private static final HeaderName NAMELESS = HeaderNames.create("");

    @Override
    public void prologue(ConnectionContext context, HttpPrologue prologue) {
        deadlines(context).lineRead(nanos.getAsLong());
    }

    @Override
    public void headers(ConnectionContext context, Headers headers) {
        if (headers.contains(NAMELESS)) {
            throw malformed("A header has no name");
        }
        deadlines(context).headersRead();
    }

    static RequestException malformed(String message) {
        return RequestException.builder()
                .type(DirectHandler.EventType.BAD_REQUEST)
                .message(message)
                .setKeepAlive(false)
                .build();
    }

    private static ClientDeadlines deadlines(ConnectionContext context) {
        return ((TimedContext) context).timed().deadlines();
    }
}

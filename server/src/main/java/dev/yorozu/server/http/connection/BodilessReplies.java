package dev.yorozu.server.http.connection;

import io.helidon.http.HeaderNames;
import io.helidon.http.Headers;
import io.helidon.http.Status;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.Http1ConnectionListener;

/**
 * Takes the {@code Content-Length: 0} out that Helidon puts into every reply without a body. HTTP forbids it with status
 * 204; with 304 it would speak of the body that the client has, which is not empty.
 */
final class BodilessReplies implements Http1ConnectionListener {
    @Override
    public void status(ConnectionContext context, Status status) {
        ((TimedContext) context).bodiless(status.code() == 204 || status.code() == 304);
    }

    /** Called when nothing but to write the headers is left to do. */
    @Override
    public void headers(ConnectionContext context, Headers headers) {
        if (((TimedContext) context).isBodiless() && headers instanceof WritableHeaders<?> writable) {
            writable.remove(HeaderNames.CONTENT_LENGTH);
        }
    }
}

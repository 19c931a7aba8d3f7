package dev.yorozu.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * The way of every request: find its route, let the endpoint answer, send the reply, account for it.
 *
 * <p>Nothing but a broken connection leaves here as an exception, so that each request has one reply and one line in the
 * log.
 */
final class Dispatcher implements Handler {
    private final Router router;
    private final Accounts accounts;
    private final Faults faults;

    Dispatcher(List<Route> routes, Accounts accounts, Faults faults) {
        this.router = new Router(routes);
        this.accounts = accounts;
        this.faults = faults;
    }

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        long start = System.nanoTime();
        HttpPrologue prologue = request.prologue();
        String method = prologue.method().text();
        String id = RequestIds.next();
        Router.Match match = router.match(method, prologue.uriPath().rawPath());
        accounts.began();
        int status = 500;
        long bytes = 0;
        try {
            Reply reply = answer(match, request, method, id);
            status = reply.status();
            bytes = send(reply, method, id, response);
        } finally {
            accounts.ended();
            accounts.answered(match, method, id, status, bytes, System.nanoTime() - start);
        }
        closeWhereAsked(request, response);
    }

    /**
     * Helidon announces the close and leaves it to the client. A client that waits for it would wait in vain, and what is
     * left of a refused body would be taken for the next request.
     */
    private static void closeWhereAsked(ServerRequest request, ServerResponse response) {
        if (request.headers().containsToken(HeaderValues.CONNECTION_CLOSE)
                || response.headers().containsToken(HeaderValues.CONNECTION_CLOSE)) {
            throw new CloseConnectionException("The connection was to be closed after this reply");
        }
    }

    private Reply answer(Router.Match match, ServerRequest request, String method, String id) {
        return switch (match) {
            case Router.Match.Found found -> call(found, request, id);
            case Router.Match.OtherMethod other -> otherMethod(other, method);
            case Router.Match.Unknown unknown -> Problem.notFound().reply();
            case Router.Match.Malformed malformed ->
                Problem.badRequest("The path is not percent-encoded UTF-8 text: encode it anew.")
                        .reply();
        };
    }

    private Reply call(Router.Match.Found found, ServerRequest request, String id) {
        try {
            return found.route().endpoint().answer(new Call(request, found.route(), found.values(), id));
        } catch (CloseConnectionException e) {
            throw e; // The client is gone: there is nobody to answer.
        } catch (Exception | Error e) {
            return faults.reply(e, id);
        }
    }

    private static Reply otherMethod(Router.Match.OtherMethod other, String method) {
        if (method.equals("OPTIONS")) {
            return Reply.empty(204).with("Allow", other.allow());
        }
        return new Problem(405, "method_not_allowed", "This address answers " + other.allow() + ": use one of these.")
                .reply()
                .with("Allow", other.allow());
    }

    private static long send(Reply reply, String method, String id, ServerResponse response) throws IOException {
        response.status(Status.create(reply.status()));
        for (Header header : reply.headers()) {
            response.headers().add(header);
        }
        response.headers().set(HeaderValues.create("X-Request-Id", id));
        SecurityHeaders.addTo(response.headers());
        boolean bodiless = method.equals("HEAD");
        return switch (reply.body()) {
            case Reply.Body.Whole whole -> bodiless ? sendHead(whole, response) : send(whole, response);
            case Reply.Body.Streamed streamed -> bodiless ? sendEmpty(response) : stream(streamed, response);
        };
    }

    private static long send(Reply.Body.Whole whole, ServerResponse response) {
        response.send(whole.bytes());
        return whole.bytes().length;
    }

    private static long sendHead(Reply.Body.Whole whole, ServerResponse response) {
        response.headers().set(HeaderNames.CONTENT_LENGTH, Integer.toString(whole.bytes().length));
        return sendEmpty(response);
    }

    private static long sendEmpty(ServerResponse response) {
        response.send();
        return 0;
    }

    private static long stream(Reply.Body.Streamed streamed, ServerResponse response) throws IOException {
        CountingStream out = new CountingStream(response.outputStream());
        streamed.writer().writeTo(out);
        if (response instanceof RoutingResponse routing) {
            routing.commit();
        }
        return out.count();
    }

    private static final class CountingStream extends OutputStream {
        private final OutputStream out;
        private long count;

        CountingStream(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            out.write(value);
            count++;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
            count += length;
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        long count() {
            return count;
        }
    }
}

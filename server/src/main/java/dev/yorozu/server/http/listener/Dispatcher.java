package dev.yorozu.server.http.listener;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.ReplyStream;
import dev.yorozu.server.http.RequestBody;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.connection.Connections;
import dev.yorozu.server.http.negotiation.Accept;
import io.helidon.http.Header;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.HttpPrologue;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.util.List;

/**
 * The way of every request: find its route, let the endpoint answer, send the reply, account for it.
 *
 * <p>Nothing but a broken connection leaves here as an exception, so that each request has one reply and one line in the
 * log. Each is one {@linkplain UnitOfWork unit of work}: that nothing was changed is said only where that is so.
 */
record Dispatcher(
        Router router,
        RequestIds ids,
        RequestLog accounts,
        Faults faults,
        DefaultsByPath defaultsByPath,
        ErrorReplies errors,
        long maxBodyBytes)
        implements Handler {
    /** What the log and the metrics show when the client went away before it was answered. */
    private static final int CLIENT_GONE = 499;

    /** Stands for the route of a request that has none. */
    private static final Route NOWHERE =
            new Route(Route.ANY_METHOD, "/", call -> Problem.notFound().reply(), ResponseDefaults.STANDARD);

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        UnitOfWork.run(() -> {
            dispatch(request, response);
            return response;
        });
    }

    private void dispatch(ServerRequest request, ServerResponse response) throws Exception {
        long start = System.nanoTime();
        HttpPrologue prologue = request.prologue();
        String method = prologue.method().text();
        String id = ids.of(request);
        String path = prologue.uriPath().rawPath();
        Router.Match match = router.match(method, path);
        ResponseDefaults defaults = defaultsByPath.of(match, path);
        RequestBody body = new RequestBody(request, maxBodyBytes);
        accounts.began();
        int status = CLIENT_GONE;
        long bytes = 0;
        try {
            Reply reply = body.announcedTooLarge()
                    ? Problem.tooLarge(maxBodyBytes).reply(defaults.errors())
                    : answer(match, defaults, call(match, request, id, body));
            if (body.unasked() || body.broken()) {
                reply = reply.with("Connection", "close");
            }
            bytes = send(reply, defaults, request, id, response);
            status = reply.status();
        } catch (CloseConnectionException e) {
            throw e; // The client is gone: there is nobody to answer.
        } catch (Exception | Error e) {
            // A streamed body failed. While nothing has left yet, the client can still be told; later, only a broken
            // connection shows that something is missing.
            Reply reply = faults.of(e, id).reply(defaults.errors());
            status = reply.status();
            if (!(response instanceof RoutingResponse routing && routing.reset())) {
                throw new CloseConnectionException("The reply broke off", e);
            }
            bytes = send(reply, defaults, request, id, response);
        } finally {
            accounts.ended();
            accounts.answered(match, method, id, status, bytes, System.nanoTime() - start);
        }
        finish(request, body, response);
    }

    /**
     * Leaves the connection ready for the next request, or closes it. Helidon only announces a close and leaves it to the
     * client: one that waits for it would wait in vain, and what is left of a body would be taken for the next request.
     */
    private static void finish(ServerRequest request, RequestBody body, ServerResponse response) {
        if (body.broken()) {
            Connections.linger();
        }
        boolean close = isClosing(request.headers()) || isClosing(response.headers());
        if (body.unasked() || !body.drain() || close) {
            throw new CloseConnectionException("The connection is to be closed after this reply");
        }
    }

    private static boolean isClosing(Headers headers) {
        return headers.contains(HeaderNames.CONNECTION) && headers.containsToken(HeaderValues.CONNECTION_CLOSE);
    }

    private static Call call(Router.Match match, ServerRequest request, String id, RequestBody body) {
        return match instanceof Router.Match.Found found
                ? new Call(request, found.route(), found.values(), id, body)
                : new Call(request, NOWHERE, List.of(), id, body);
    }

    private Reply answer(Router.Match match, ResponseDefaults defaults, Call call) {
        if (isPreflight(match, defaults, call.method())) {
            return defaults.crossOrigin().preflight();
        }
        return switch (match) {
            case Router.Match.Found found -> answer(found.route(), call);
            case Router.Match.OtherMethod other
            when call.method().equals("OPTIONS") -> Reply.empty(204).with("Allow", other.allow());
            case Router.Match.OtherMethod other -> errors.unrouted(otherMethod(other), defaults, call);
            case Router.Match.Unknown unknown -> errors.unrouted(Problem.notFound(), defaults, call);
            case Router.Match.Malformed malformed -> errors.unrouted(malformed(), defaults, call);
        };
    }

    /** A browser asks before it sends also to an address that nobody answers: then its page is told so by the answer. */
    private static boolean isPreflight(Router.Match match, ResponseDefaults defaults, String method) {
        boolean answered = match instanceof Router.Match.Found || match instanceof Router.Match.Malformed;
        return method.equals("OPTIONS") && defaults.crossOrigin().isSaid() && !answered;
    }

    private Reply answer(Route route, Call call) {
        try {
            return UnitOfWork.run(() -> route.endpoint().answer(call));
        } catch (CloseConnectionException e) {
            throw e;
        } catch (Exception | Error e) {
            return errors.routed(faults.of(e, call.id()), route.defaults(), call);
        }
    }

    private static Problem malformed() {
        return Problem.badRequest("The path is not percent-encoded UTF-8 text: encode it anew.");
    }

    private static Problem otherMethod(Router.Match.OtherMethod other) {
        return new Problem(405, "method_not_allowed", "This address answers " + other.allow() + ": use one of these.")
                .with("Allow", other.allow());
    }

    private long send(Reply plain, ResponseDefaults defaults, ServerRequest request, String id, ServerResponse response)
            throws IOException {
        Reply reply = plain.encoded(() -> takesGzip(request.headers()));
        ServerResponseHeaders headers = response.headers();
        response.status(Status.create(reply.status()));
        for (Header header : reply.headers()) {
            headers.add(header);
        }
        headers.set(RequestIds.header(id));
        defaults.addTo(headers, request.headers());
        SecurityHeaders.addTo(headers);
        boolean bodiless = request.prologue().method().text().equals("HEAD");
        return switch (reply.body()) {
            case Reply.Body.Whole whole -> bodiless ? sendHead(whole, response) : send(whole, response);
            case Reply.Body.Streamed streamed -> bodiless ? sendEmpty(response) : stream(streamed, response);
        };
    }

    private static boolean takesGzip(Headers headers) {
        return headers.contains(HeaderNames.ACCEPT_ENCODING)
                && Accept.takesGzip(headers.get(HeaderNames.ACCEPT_ENCODING).values());
    }

    private long send(Reply.Body.Whole whole, ServerResponse response) {
        response.headers().set(ContentLengths.of(whole.bytes().length));
        response.send(whole.bytes());
        return whole.bytes().length;
    }

    private long sendHead(Reply.Body.Whole whole, ServerResponse response) {
        response.headers().set(ContentLengths.of(whole.bytes().length));
        return sendEmpty(response);
    }

    private long sendEmpty(ServerResponse response) {
        response.send();
        return 0;
    }

    private long stream(Reply.Body.Streamed streamed, ServerResponse response) throws IOException {
        ReplyStream out = new ReplyStream(response.outputStream());
        UnitOfWork.<ReplyStream, IOException>run(() -> {
            streamed.writer().writeTo(out);
            return out;
        });
        if (response instanceof RoutingResponse routing) {
            routing.commit();
        }
        return out.count();
    }
}

package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorPages;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.RequestBody;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.Route;
import dev.yorozu.server.http.negotiation.AcceptType;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Gives an error the form that its reader can read: a page for a browser that is to show it, else that of the module. */
final class ErrorReplies {
    private static final Logger LOGGER = Logger.getLogger(ErrorReplies.class.getName());
    /** Stands for the route of a request that has none. */
    private static final Route NOWHERE =
            new Route(Route.ANY_METHOD, "/", call -> Problem.notFound().reply(), ResponseDefaults.STANDARD);

    private final ErrorPages pages;

    ErrorReplies(ErrorPages pages) {
        this.pages = pages;
    }

    /** An error of a request that has no route: whatever module might have answered it, a browser gets a page. */
    Reply unrouted(Problem problem, ResponseDefaults manner, ServerRequest request, RequestBody body, String id) {
        return prefersHtml(request)
                ? page(problem, manner, new Call(request, NOWHERE, List.of(), id, body))
                : problem.reply(manner.errors());
    }

    /** An error of an endpoint: a page where that shows pages. */
    Reply routed(Problem problem, Route route, ServerRequest request, Call call) {
        ResponseDefaults manner = route.manner();
        return manner.pages() && prefersHtml(request) ? page(problem, manner, call) : problem.reply(manner.errors());
    }

    private Reply page(Problem problem, ResponseDefaults manner, Call call) {
        try {
            return problem.on(pages.page(call, problem));
        } catch (RuntimeException e) {
            LOGGER.log(Level.SEVERE, e, () -> "Request " + call.id() + ": its error could not be shown as a page");
            return problem.reply(manner.errors());
        }
    }

    private static boolean prefersHtml(ServerRequest request) {
        return request.headers().contains(HeaderNames.ACCEPT)
                && AcceptType.prefersHtml(
                        request.headers().get(HeaderNames.ACCEPT).values());
    }
}

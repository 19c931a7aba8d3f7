package dev.yorozu.server.http.listener;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorPages;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.ResponseDefaults;
import dev.yorozu.server.http.negotiation.Accept;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Gives an error the form that its reader can read: a page for a browser that is to show it, else that of the module. */
record ErrorReplies(ErrorPages pages) {
    private static final Logger LOGGER = Logger.getLogger(ErrorReplies.class.getName());

    /** An error of a request that has no route: whatever module might have answered it, a browser gets a page. */
    Reply unrouted(Problem problem, ResponseDefaults defaults, Call call) {
        return prefersHtml(call) ? page(problem, defaults, call) : problem.reply(defaults.errors());
    }

    /** An error of an endpoint: a page where that shows pages. */
    Reply routed(Problem problem, ResponseDefaults defaults, Call call) {
        return defaults.pages() && prefersHtml(call) ? page(problem, defaults, call) : problem.reply(defaults.errors());
    }

    private Reply page(Problem problem, ResponseDefaults defaults, Call call) {
        try {
            return problem.on(pages.page(call, problem));
        } catch (RuntimeException e) {
            LOGGER.log(Level.SEVERE, e, () -> "Request " + call.id() + ": its error could not be shown as a page");
            return problem.reply(defaults.errors());
        }
    }

    private static boolean prefersHtml(Call call) {
        return call.header("Accept").filter(Accept::prefersHtml).isPresent();
    }
}

package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.browser.CsrfCookie;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.session.Session;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What stands before most routes, in this order: the health question, the method, the body, the page that calls, the CSRF
 * token, the rate. Only the last asks the store, so that what is refused before costs it nothing.
 *
 * @param ownPage lets pages of this site pass
 * @param csrf of one strength, so that either will do
 */
record DiscordAccess(Settings settings, Gate<Optional<Session>> gate, Check ownPage, List<CsrfCookie> csrf) {
    private static final Check READING = Check.that(Call::isRead, DiscordErrors.wrongMethod("GET, HEAD"));
    private static final Check CHANGING =
            Check.that(call -> call.method().equals("POST"), DiscordErrors.wrongMethod("POST"));

    /** Answers a call that was let through, with the JSON object that it brought. */
    @FunctionalInterface
    interface Change {
        Reply answer(Call call, Document body) throws Exception;
    }

    /** Declares a route that is read; HEAD is answered as GET is, without the body. */
    void reading(Routes routes, String path, Setting<Integer> rate, String name, Endpoint endpoint) {
        declare(routes, path, gate.open(endpoint, READING, ownPage, rate(rate, name)));
    }

    /** As {@link #reading}, for a route that is asked most: its rate and the session are one trip to the store. */
    void visiting(Routes routes, String path, Setting<Integer> rate, String name, Gate.Visit<Optional<Session>> visit) {
        declare(routes, path, gate.open(gate.counted(policy(rate, name), visit), READING, ownPage));
    }

    /** Declares a route that changes something. */
    void changing(Routes routes, String path, Setting<Integer> rate, String name, Change change) {
        Check rated = rate(rate, name);
        Endpoint checked = call -> {
            Document body = DiscordJson.object(call).orElseThrow(DiscordErrors.NO_OBJECT::exception);
            ownPage.require(call);
            if (!hasCsrfToken(call, body)) {
                throw DiscordErrors.NO_CSRF_TOKEN.exception();
            }
            rated.require(call);
            return change.answer(call, body);
        };
        declare(routes, path, gate.open(checked, CHANGING));
    }

    /** A route by its rate alone. */
    Endpoint limited(Setting<Integer> rate, String name, Endpoint endpoint) {
        return gate.open(endpoint, rate(rate, name));
    }

    /** Puts a rate before a page; also browsers are refused in JSON. */
    UnaryOperator<Endpoint> limit(Setting<Integer> rate, String name) {
        Check rated = rate(rate, name);
        return page -> gate.open(call -> {
            Optional<Problem> refusal = rated.refusal(call);
            return refusal.isPresent() ? refusal.get().reply(DiscordErrors.FORM) : page.answer(call);
        });
    }

    Check rate(Setting<Integer> rate, String name) {
        return gate.rate(policy(rate, name));
    }

    private WindowPolicy policy(Setting<Integer> rate, String name) {
        return DiscordSettings.Rates.policy(settings, rate, name);
    }

    private static void declare(Routes routes, String path, Endpoint endpoint) {
        Reply health = DiscordJson.reply(DiscordJson.OK.with("route", path));
        routes.any(path, call -> call.isRead() && call.query("health").isPresent() ? health : endpoint.answer(call));
    }

    private boolean hasCsrfToken(Call call, Document body) {
        Optional<String> sent = body.text("csrf").or(() -> call.header("X-CSRF-Token"));
        return sent.isPresent() && csrf.stream().anyMatch(each -> each.matches(call, sent.get()));
    }
}

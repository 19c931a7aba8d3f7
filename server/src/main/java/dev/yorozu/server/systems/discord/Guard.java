package dev.yorozu.server.systems.discord;

import dev.yorozu.json.Document;
import dev.yorozu.limit.Decision;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.secret.Digests;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Form;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.discord.account.Notice;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.RoundTrip;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What stands before most routes, in this order: the health question, the method, the body, the page that calls, the CSRF
 * token, the rate. Only the last asks the store, so that what is refused before costs it nothing.
 */
final class Guard {
    static final String CSRF_COOKIE = "csrf";
    static final String DISCORD_CSRF_COOKIE = "discord_csrf";

    private static final String READING = "GET, HEAD";
    private static final String CHANGING = "POST";

    private final Store store;
    private final Site site;
    private final ClientAddress addresses;
    private final FixedWindow limits;
    private final Sessions sessions;

    Guard(Store store, Site site, ClientAddress addresses, FixedWindow limits, Sessions sessions) {
        this.store = store;
        this.site = site;
        this.addresses = addresses;
        this.limits = limits;
        this.sessions = sessions;
    }

    /** Answers a call that was let through, with the JSON object that it brought. */
    @FunctionalInterface
    interface Guarded {
        Reply answer(Call call, Document body) throws Exception;
    }

    /** Guards a route that is read; HEAD is answered as GET is, without the body. */
    Endpoint reading(String route, WindowPolicy rate, Endpoint endpoint) {
        Reply health = health(route);
        return call -> {
            Reply answered = refused(call, isRead(call), READING, health);
            if (answered == null) {
                answered = site.admits(call) ? exceeded(call, rate) : foreign();
            }
            return answered == null ? endpoint.answer(call) : answered;
        };
    }

    /** Answers a call that was let through, for whoever is signed in. */
    @FunctionalInterface
    interface Visited {
        Reply answer(Call call, Optional<Session> session);
    }

    /** As {@link #reading}, for a route that is asked most: its rate and the session are one trip to the store. */
    Endpoint visiting(String route, WindowPolicy rate, Visited endpoint) {
        Reply health = health(route);
        return call -> {
            Reply answered = refused(call, isRead(call), READING, health);
            if (answered == null && !site.admits(call)) {
                answered = foreign();
            }
            return answered == null ? visited(call, rate, endpoint) : answered;
        };
    }

    private Reply visited(Call call, WindowPolicy rate, Visited endpoint) {
        RoundTrip trip = new RoundTrip(store);
        RoundTrip.Answer<Decision> decision = limits.check(trip, rate, addresses.id(call));
        RoundTrip.Answer<Optional<Session>> session =
                SignInCookies.sid(call).map(sid -> sessions.find(trip, sid)).orElse(Optional::empty);
        trip.send();
        return decision.get().allowed() ? endpoint.answer(call, session.get()) : tooMany(decision.get());
    }

    /** Guards a route that changes something. */
    Endpoint changing(String route, WindowPolicy rate, Guarded endpoint) {
        Reply health = health(route);
        return call -> {
            Reply answered = refused(call, call.method().equals(CHANGING), CHANGING, health);
            if (answered != null) {
                return answered;
            }
            Optional<Document> body = body(call);
            if (body.isEmpty()) {
                return Answers.error(400, "Bad Request: the body is not a JSON object");
            }
            if (!site.admits(call)) {
                return foreign();
            }
            answered = hasCsrfToken(call, body.get()) ? exceeded(call, rate) : forged();
            return answered == null ? endpoint.answer(call, body.get()) : answered;
        };
    }

    /** Guards a route by its rate alone. */
    Endpoint limited(WindowPolicy rate, Endpoint endpoint) {
        return call -> {
            Reply answered = exceeded(call, rate);
            return answered == null ? endpoint.answer(call) : answered;
        };
    }

    /** Puts this rate before any endpoint. */
    UnaryOperator<Endpoint> limit(WindowPolicy rate) {
        return endpoint -> limited(rate, endpoint);
    }

    /** Why a page's form is not acted upon; empty when it may be. */
    Optional<Notice> refusal(Call call, Form form, WindowPolicy rate) {
        boolean own = site.admits(call) && isCookie(call, DISCORD_CSRF_COOKIE, form.text("csrf"));
        if (!own) {
            return Optional.of(Notice.CSRF);
        }
        return exceeded(call, rate) == null ? Optional.empty() : Optional.of(Notice.TOO_MANY);
    }

    private static Reply health(String route) {
        return Answers.json(200, Answers.ok().with("route", route));
    }

    private static Reply foreign() {
        return Answers.error(403, "Forbidden: origin not allowed");
    }

    private static Reply forged() {
        return Answers.error(403, "Forbidden: invalid CSRF token", "errorCode", "csrf_token_mismatch");
    }

    private static boolean isRead(Call call) {
        return call.method().equals("GET") || call.method().equals("HEAD");
    }

    private static @Nullable Reply refused(Call call, boolean allowed, String allow, Reply health) {
        if (isRead(call) && call.query("health").isPresent()) {
            return health;
        }
        return allowed ? null : Answers.error(405, "Method Not Allowed").with("Allow", allow);
    }

    /** The object in the body, where an empty body is an empty object; empty for anything else. */
    static Optional<Document> body(Call call) throws IOException {
        byte[] body = call.body();
        return body.length == 0 ? Optional.of(Document.empty()) : Document.parse(Bytes.wrap(body));
    }

    /**
     * Double submit: a page of this site can read the token that it was given and send it along, another site's page can
     * do neither. The two cookies are of one strength, so that either will do.
     */
    private static boolean hasCsrfToken(Call call, Document body) {
        Optional<String> sent = body.text("csrf").or(() -> call.header("X-CSRF-Token"));
        return sent.isPresent()
                && (isCookie(call, DISCORD_CSRF_COOKIE, sent.get()) || isCookie(call, CSRF_COOKIE, sent.get()));
    }

    private static boolean isCookie(Call call, String name, String sent) {
        Optional<String> cookie = call.cookie(name);
        return cookie.isPresent() && Digests.same(cookie.get(), sent);
    }

    private @Nullable Reply exceeded(Call call, WindowPolicy rate) {
        Decision decision = limits.check(rate, addresses.id(call));
        return decision.allowed() ? null : tooMany(decision);
    }

    private static Reply tooMany(Decision decision) {
        return Answers.error(429, "Too Many Requests")
                .with("Retry-After", Long.toString(Math.max(1, decision.retryAfterSeconds())));
    }
}

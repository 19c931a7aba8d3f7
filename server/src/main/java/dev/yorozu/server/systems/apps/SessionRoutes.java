package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.page.Page;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import dev.yorozu.session.Change;
import dev.yorozu.session.Ended;
import dev.yorozu.session.NewSession;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.session.Start;
import dev.yorozu.session.Touch;
import dev.yorozu.store.Bytes;
import dev.yorozu.store.Order;
import dev.yorozu.store.Ranked;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The sessions of an app's users. A session's id is a secret, and so travels in bodies alone. */
record SessionRoutes(AppsAccess access, InstantSource clock) {
    static final String ACTION = "sessions";

    private static final int LONGEST_SID = 128;
    private static final int LONGEST_USER = 256;
    private static final int LONGEST_DEVICE = 256;
    private static final Duration LONGEST_LIFE = Duration.ofDays(3660);

    void declare(Routes routes) {
        routes.post("/apps/{app}/sessions", access.creating(ACTION, this::start))
                .post("/apps/{app}/sessions/check", access.reading(ACTION, renewing(true), renewing(false)))
                .post("/apps/{app}/sessions/change", access.changing(ACTION, SessionRoutes::change))
                .post("/apps/{app}/sessions/end", access.changing(ACTION, SessionRoutes::end))
                .get("/apps/{app}/users/{user}/sessions", access.reading(ACTION, SessionRoutes::list))
                .post("/apps/{app}/users/{user}/sessions/end", access.changing(ACTION, SessionRoutes::endAll))
                .delete("/apps/{app}/users/{user}/sessions/{id}", access.changing(ACTION, SessionRoutes::endOne));
    }

    private Reply start(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String user = fields.exact("user", LONGEST_USER);
        Document kept = Document.empty()
                .with(AppsJson.ATTRIBUTES, attributes(fields))
                .withIfPresent(AppsJson.DEVICE, fields.text("device", LONGEST_DEVICE));
        Optional<Duration> life = fields.seconds("life", LONGEST_LIFE);
        fields.check();
        NewSession wanted = new NewSession(user, app.sessions().nextSid(), kept);
        return switch (app.sessions()
                .start(life.map(length -> wanted.endingAt(clock.instant().plus(length)))
                        .orElse(wanted))) {
            case Start.Started started -> started(started);
            case Start.Refused refused -> throw AppsErrors.TOO_MANY_SESSIONS.exception();
            case Start.Overtaken overtaken -> throw AppsErrors.OVERTAKEN.exception();
        };
    }

    private static Reply started(Start.Started started) {
        Document answer = Document.empty()
                .with("session", started.session().sid().orElseThrow())
                .withAll(AppsJson.session(started.session()))
                .with("ended", started.ended().stream().map(Ended::publicId).toList());
        return AppsJson.reply(201, answer);
    }

    private static Document attributes(Fields fields) {
        Optional<Document> attributes = fields.document(AppsJson.ATTRIBUTES);
        fields.isFine(
                AppsJson.ATTRIBUTES, attributes.isPresent() || !fields.has(AppsJson.ATTRIBUTES), "must be an object");
        AppsJson.requireShort(fields, AppsJson.ATTRIBUTES, attributes, AppsJson.LONGEST_ATTRIBUTES);
        return attributes.orElse(Document.empty());
    }

    private static AppsAccess.Work renewing(boolean renews) {
        return (call, app) -> check(call, app, renews);
    }

    /**
     * One read; one write more where the session is renewed, which is once for each touch_every of the app.
     *
     * @param renews whether it may be renewed at all
     */
    private static Reply check(Call call, OpenApp app, boolean renews) throws IOException {
        Fields fields = Fields.of(call);
        String sid = fields.secret("session", LONGEST_SID);
        boolean renew = !fields.has("renew") || fields.flag("renew");
        fields.check();
        Sessions sessions = app.sessions();
        Optional<Session> found = sessions.find(sid);
        if (found.isPresent() && renew && renews) {
            found = switch (sessions.touch(found.get())) {
                case Touch.Fresh fresh -> Optional.of(fresh.session());
                case Touch.Touched touched -> Optional.of(touched.session());
                case Touch.Gone gone -> Optional.empty();
            };
        }
        return AppsJson.reply(
                found.map(session -> Document.empty().with("active", true).withAll(AppsJson.session(session)))
                        .orElseGet(() -> Document.empty().with("active", false)));
    }

    private static Reply change(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String sid = fields.secret("session", LONGEST_SID);
        fields.isFine("version", fields.has("version"), "is required");
        long version = fields.number("version", 0, Long.MAX_VALUE).orElse(-1);
        fields.isFine(AppsJson.ATTRIBUTES, fields.has(AppsJson.ATTRIBUTES), "is required");
        Document attributes = attributes(fields);
        fields.check();
        Session seen = app.sessions().find(sid).orElseThrow(AppsErrors.NO_SESSION::exception);
        if (seen.version() != version) {
            throw AppsErrors.SUPERSEDED.exception();
        }
        return switch (app.sessions().change(seen, before -> before.with(AppsJson.ATTRIBUTES, attributes))) {
            case Change.Changed changed -> AppsJson.reply(AppsJson.session(changed.session()));
            case Change.Superseded superseded -> throw AppsErrors.SUPERSEDED.exception();
            case Change.Gone gone -> throw AppsErrors.NO_SESSION.exception();
        };
    }

    private static Reply end(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String sid = fields.secret("session", LONGEST_SID);
        fields.check();
        return AppsJson.flag("ended", app.sessions().end(sid).isPresent());
    }

    private static Reply list(Call call, OpenApp app) {
        Paging paging = Paging.of(call);
        Page<Session> page = Page.of(
                app.sessions().list(call.parameter("user")),
                each -> new Ranked(Bytes.of(each.publicId()), each.createdAt().toEpochMilli()),
                Order.FALLING,
                paging.after(),
                paging.limit());
        return paging.reply(page, "sessions", AppsJson::session);
    }

    /** All of a user, or all but the one whose id is sent along. */
    private static Reply endAll(Call call, OpenApp app) throws IOException {
        Optional<Fields> fields = Fields.find(call);
        Optional<String> kept = fields.flatMap(sent -> sent.text("except", LONGEST_SID));
        fields.ifPresent(Fields::check);
        String user = call.parameter("user");
        List<Ended> ended = kept.isPresent()
                ? app.sessions().endAllBut(user, kept.get())
                : app.sessions().endAll(user);
        return AppsJson.reply(Document.empty()
                .with("ended", ended.stream().filter(Ended::lived).count()));
    }

    private static Reply endOne(Call call, OpenApp app) {
        return AppsJson.flag(
                "ended",
                app.sessions()
                        .endOne(call.parameter("user"), call.parameter("id"))
                        .isPresent());
    }
}

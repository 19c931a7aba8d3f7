package dev.yorozu.server.systems.apps;

import dev.yorozu.NamedCounters;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;
import java.util.Optional;

/** Counts by an app's own ids. */
record CounterRoutes(AppsAccess access) {
    static final String ACTION = "counters";

    private static final int LONGEST_VISITOR = 1024;
    private static final long MOST = 1_000_000_000_000L;

    void declare(Routes routes) {
        routes.get("/apps/{app}/counters/{id}", access.reading(ACTION, CounterRoutes::get))
                .post("/apps/{app}/counters/{id}/add", access.creating(ACTION, CounterRoutes::add))
                .post("/apps/{app}/counters/{id}/visit", access.creating(ACTION, CounterRoutes::visit))
                .delete("/apps/{app}/counters/{id}", access.changing(ACTION, CounterRoutes::delete));
    }

    private static Reply get(Call call, OpenApp app) {
        return count(app.counters().get(call.parameter("id")));
    }

    private static Reply add(Call call, OpenApp app) throws IOException {
        Optional<Fields> fields = Fields.find(call);
        long amount =
                fields.map(sent -> sent.number("amount", -MOST, MOST).orElse(1)).orElse(1L);
        fields.ifPresent(Fields::check);
        return count(app.counters().add(call.parameter("id"), amount));
    }

    private static Reply visit(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String visitor = fields.exact("visitor", LONGEST_VISITOR);
        fields.check();
        NamedCounters.Visit visit = app.counters().visit(call.parameter("id"), visitor);
        return AppsJson.reply(Document.empty().with("counted", visit.counted()).with("count", visit.count()));
    }

    private static Reply delete(Call call, OpenApp app) {
        return AppsJson.flag("deleted", app.counters().delete(call.parameter("id")));
    }

    private static Reply count(long count) {
        return AppsJson.reply(Document.empty().with("count", count));
    }
}

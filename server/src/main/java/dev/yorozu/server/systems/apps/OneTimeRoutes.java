package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.once.OneTimeValues;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What is good once: values that a code takes, with a number of tries, and claims that only the first can make. */
record OneTimeRoutes(AppsAccess access) {
    static final String ACTION = "once";

    private static final int LONGEST_KIND = 64;
    private static final int LONGEST_ID = 1024;
    private static final int LONGEST_CODE = 256;
    private static final int LONGEST_VALUE = 32 * 1024;
    private static final int USUAL_TRIES = 5;
    private static final Duration LONGEST_LIFE = Duration.ofDays(366);

    void declare(Routes routes) {
        routes.post("/apps/{app}/once", access.creating(ACTION, OneTimeRoutes::put))
                .post("/apps/{app}/once/take", access.changing(ACTION, OneTimeRoutes::take))
                .post("/apps/{app}/once/forget", access.changing(ACTION, OneTimeRoutes::forget))
                .post("/apps/{app}/once/claim", access.creating(ACTION, OneTimeRoutes::claim));
    }

    private static Reply put(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String kind = fields.exact("kind", LONGEST_KIND);
        String id = fields.exact("id", LONGEST_ID);
        Optional<String> given = fields.exactly("code", LONGEST_CODE);
        String value = fields.exactly("value", LONGEST_VALUE).orElse("");
        Duration life = life(fields);
        int tries = (int) fields.number("tries", 1, OneTimeValues.MOST_TRIES).orElse(USUAL_TRIES);
        boolean replace = fields.flag("replace");
        fields.check();
        String code = given.orElseGet(app.once()::nextCode);
        if (!app.once().put(new OneTimeValues.Put(kind, id, code, value, life, tries), replace)) {
            throw AppsErrors.EXISTS.exception();
        }
        return AppsJson.reply(
                201, Document.empty().with("code", code).with("tries", tries).with("expires_in", life.toSeconds()));
    }

    private static Reply take(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String kind = fields.exact("kind", LONGEST_KIND);
        String id = fields.exact("id", LONGEST_ID);
        String code = fields.secret("code", LONGEST_CODE);
        fields.check();
        Document answer = Document.empty();
        return AppsJson.reply(
                switch (app.once().take(kind, id, code)) {
                    case OneTimeValues.Take.Taken taken ->
                        answer.with("taken", true).with("value", taken.value());
                    case OneTimeValues.Take.Wrong wrong ->
                        answer.with("taken", false).with("tries_left", wrong.remaining());
                    case OneTimeValues.Take.Gone gone ->
                        answer.with("taken", false).with("tries_left", 0);
                });
    }

    private static Reply forget(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String kind = fields.exact("kind", LONGEST_KIND);
        String id = fields.exact("id", LONGEST_ID);
        fields.check();
        return AppsJson.flag("forgotten", app.once().forget(kind, id));
    }

    /** A guard against replays: of all who claim the same, the first is told so. */
    private static Reply claim(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String kind = fields.exact("kind", LONGEST_KIND);
        String id = fields.exact("id", LONGEST_ID);
        Duration life = life(fields);
        fields.check();
        return AppsJson.flag("first", app.once().claim(kind, id, life));
    }

    private static Duration life(Fields fields) {
        fields.isFine("life", fields.has("life"), "is required, in seconds");
        return fields.seconds("life", LONGEST_LIFE).orElse(Duration.ofSeconds(1));
    }
}

package dev.yorozu.server.systems.apps;

import dev.yorozu.json.Document;
import dev.yorozu.lock.Lease;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import java.io.IOException;
import java.time.Duration;
import java.util.OptionalLong;

/** The locks of an app: held by one owner until they are released or their life has passed. */
record LockRoutes(AppsAccess access) {
    static final String ACTION = "locks";

    private static final int LONGEST_NAME = 1024;
    private static final int LONGEST_OWNER = 64;
    private static final Duration LONGEST_LIFE = Duration.ofDays(1);

    void declare(Routes routes) {
        routes.post("/apps/{app}/locks/acquire", access.creating(ACTION, LockRoutes::acquire))
                .post("/apps/{app}/locks/extend", access.changing(ACTION, LockRoutes::extend))
                .post("/apps/{app}/locks/release", access.changing(ACTION, LockRoutes::release));
    }

    private static Reply acquire(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String name = fields.exact("name", LONGEST_NAME);
        Duration life = life(fields);
        boolean fenced = !fields.has("fenced") || fields.flag("fenced");
        fields.check();
        Lease lease = app.locks().tryAcquire(app.lock(name, fenced), life).orElseThrow(AppsErrors.HELD::exception);
        Document answer = Document.empty().with("owner", lease.owner());
        if (lease.fence().isPresent()) {
            answer = answer.with("fence", lease.fence().getAsLong());
        }
        return AppsJson.reply(answer.with("expires_in", life.toSeconds()));
    }

    private static Reply extend(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        Lease lease = lease(fields, app);
        Duration life = life(fields);
        fields.check();
        if (!app.locks().extend(lease, life)) {
            throw AppsErrors.NOT_HELD.exception();
        }
        return AppsJson.reply(Document.empty().with("expires_in", life.toSeconds()));
    }

    private static Reply release(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        Lease lease = lease(fields, app);
        fields.check();
        return AppsJson.flag("released", app.locks().release(lease));
    }

    private static Lease lease(Fields fields, OpenApp app) {
        String name = fields.exact("name", LONGEST_NAME);
        String owner = fields.secret("owner", LONGEST_OWNER);
        fields.check();
        return new Lease(app.lock(name, false), owner, OptionalLong.empty());
    }

    private static Duration life(Fields fields) {
        fields.isFine("life", fields.has("life"), "is required, in seconds");
        return fields.seconds("life", LONGEST_LIFE).orElse(Duration.ofSeconds(1));
    }
}

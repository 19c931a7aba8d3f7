package dev.yorozu.server.systems.apps;

import dev.yorozu.cache.LeasedCache.Lookup;
import dev.yorozu.json.Document;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.apps.open.OpenApp;
import dev.yorozu.store.Bytes;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Copies of what is slow to ask for: who misses one loads it for all. */
record CacheRoutes(AppsAccess access) {
    static final String ACTION = "cache";

    private static final int LONGEST_ID = 1024;
    private static final int LONGEST_LEASE = 64;
    private static final int LONGEST_VALUE = 512 * 1024;
    private static final Duration LONGEST_LIFE = Duration.ofDays(366);

    void declare(Routes routes) {
        routes.post("/apps/{app}/cache/get", access.reading(ACTION, CacheRoutes::get, CacheRoutes::find))
                .post("/apps/{app}/cache/fill", access.creating(ACTION, CacheRoutes::fill))
                .post("/apps/{app}/cache/release", access.changing(ACTION, CacheRoutes::release))
                .post("/apps/{app}/cache/invalidate", access.changing(ACTION, CacheRoutes::invalidate));
    }

    private static Reply get(Call call, OpenApp app) throws IOException {
        Document answer = Document.empty();
        return AppsJson.reply(
                switch (app.cache().look(id(call))) {
                    case Lookup.Hit hit ->
                        answer.with("found", true).with("value", hit.copy().text());
                    case Lookup.Miss miss -> answer.with("found", false).with("lease", miss.lease());
                    case Lookup.Loading loading -> answer.with("found", false).with("loading", true);
                });
    }

    /** For those who may keep nothing: the lease is for another. */
    private static Reply find(Call call, OpenApp app) throws IOException {
        Optional<Bytes> copy = app.cache().find(id(call));
        return AppsJson.reply(
                Document.empty().with("found", copy.isPresent()).withIfPresent("value", copy.map(Bytes::text)));
    }

    private static String id(Call call) throws IOException {
        Fields fields = Fields.of(call);
        String id = fields.exact("id", LONGEST_ID);
        fields.check();
        return id;
    }

    private static Reply fill(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String id = fields.exact("id", LONGEST_ID);
        String lease = fields.secret("lease", LONGEST_LEASE);
        String value = fields.secret("value", LONGEST_VALUE);
        fields.isFine("life", fields.has("life"), "is required, in seconds");
        Duration life = fields.seconds("life", LONGEST_LIFE).orElse(Duration.ofSeconds(1));
        fields.check();
        if (!app.cache().fill(id, lease, Bytes.of(value), life)) {
            throw AppsErrors.LEASE_LOST.exception();
        }
        return AppsJson.flag("kept", true);
    }

    private static Reply release(Call call, OpenApp app) throws IOException {
        Fields fields = Fields.of(call);
        String id = fields.exact("id", LONGEST_ID);
        String lease = fields.secret("lease", LONGEST_LEASE);
        fields.check();
        return AppsJson.flag("released", app.cache().release(id, lease));
    }

    private static Reply invalidate(Call call, OpenApp app) throws IOException {
        return AppsJson.flag("forgotten", app.cache().invalidate(id(call)));
    }
}

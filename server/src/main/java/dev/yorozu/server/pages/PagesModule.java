package dev.yorozu.server.pages;

import dev.yorozu.server.config.SettingsSchema;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.http.health.Health;
import gg.jte.Content;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/** The start page and the reference of settings, with what they load. */
public final class PagesModule implements HttpModule {
    private final Health health;
    private final String store;
    private final String version;
    private final InstantSource clock;
    private final Instant started;
    private final Pages pages = new Pages();
    private final SettingsSchema schema;
    private final List<LandingPiece> pieces;

    /** The pages of a server; the pieces are shown on its start page in their order. */
    public PagesModule(
            Health health,
            String storeUrl,
            String version,
            SettingsSchema schema,
            List<LandingPiece> pieces,
            InstantSource clock) {
        this.schema = schema;
        this.health = health;
        this.store = kind(storeUrl);
        this.version = version;
        this.pieces = List.copyOf(pieces);
        this.clock = clock;
        this.started = clock.instant();
    }

    /** The name that the texts have for the kind of a store. */
    private static String kind(String storeUrl) {
        String scheme = storeUrl.substring(0, Math.max(0, storeUrl.indexOf(':')));
        return switch (scheme) {
            case "rocksdb", "memory", "redis", "redis-sentinel", "redis-cluster", "upstash" -> scheme;
            case "rediss" -> "redis";
            case "rediss-sentinel" -> "redis-sentinel";
            case "rediss-cluster" -> "redis-cluster";
            default -> "other";
        };
    }

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.pages().get("/", this::landing).get("/docs/settings", this::settings);
        routes.get("/assets/{name}", pages.assets()::answer);
    }

    private Reply landing(Call call) {
        PageContext page = pages.context(call, "/");
        Landing landing = new Landing(health.answers(), store, version, started, clock.instant());
        List<Content> invitations = pieces.stream()
                .flatMap(piece -> piece.invitation(page).stream())
                .toList();
        List<Content> links =
                pieces.stream().flatMap(piece -> piece.link(page).stream()).toList();
        return cached(pages.show(
                200, page, "landing.jte", Map.of("landing", landing, "invitations", invitations, "links", links)));
    }

    private Reply settings(Call call) {
        PageContext page = pages.context(call, "/docs/settings");
        return cached(pages.show(200, page, "settings.jte", Map.of("schema", schema)));
    }

    private static Reply cached(Reply reply) {
        return reply.with("Cache-Control", "no-cache").compressible();
    }
}

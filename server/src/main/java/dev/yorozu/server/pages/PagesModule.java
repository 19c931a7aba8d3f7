package dev.yorozu.server.pages;

import dev.yorozu.server.config.SettingsSchema;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Health;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** The start page and the reference of settings, with what they load. */
public final class PagesModule implements HttpModule {
    private final Health health;
    private final String store;
    private final String version;
    private final InstantSource clock;
    private final Instant started;
    private final Assets assets = new Assets("icon.svg", "yorozu.css");
    /** The templates were compiled by the build; nothing is compiled here. */
    private final TemplateEngine templates =
            TemplateEngine.createPrecompiled(null, ContentType.Html, null, "dev.yorozu.server.pages.compiled");

    public PagesModule(Health health, String storeUrl, String version, InstantSource clock) {
        this.health = health;
        this.store = kind(storeUrl);
        this.version = version;
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
        routes.get("/", this::landing);
        routes.get("/docs/settings", this::settings);
        routes.get("/assets/{name}", assets::answer);
    }

    private Reply landing(Call call) {
        Landing landing = new Landing(health.storeAnswers(), store, version, started, clock.instant());
        return page(call, "/", "landing.jte", "landing", landing);
    }

    private Reply settings(Call call) {
        return page(call, "/docs/settings", "settings.jte", "schema", SettingsSchema.standard());
    }

    private Reply page(Call call, String path, String template, String name, Object model) {
        Optional<String> asked = call.query("lang");
        Language language = Language.choose(asked, call.header("Accept-Language"));
        PageContext context = new PageContext(
                language, path, asked.filter(language.code()::equals).isPresent(), assets);
        StringOutput html = new StringOutput(8 * 1024);
        templates.render(template, Map.of("page", context, name, model), html);
        return Reply.html(200, html.toString())
                .with("Content-Language", language.code())
                .with("Vary", "Accept-Language")
                .with("Cache-Control", "no-cache");
    }
}

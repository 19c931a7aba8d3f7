package dev.yorozu.server.pages.widgets;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.StaticFile;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Serves the widgets to pages of every origin at {@code /components/NAME.js}. Addresses never change, since they stand in
 * pages of other people; browsers ask again after five minutes and are told in a few bytes when nothing is new.
 */
public final class ComponentsModule implements HttpModule {
    private static final String TYPE = "text/javascript; charset=utf-8";
    private static final String KEPT = "public, max-age=300";
    /** Names that earlier versions gave to the script of the counter. */
    private static final Map<String, String> OTHER_NAMES = Map.of("counter", "visit", "display", "visit");

    private final String mount;
    private final Map<String, StaticFile> scripts = new HashMap<>();

    /**
     * The module.
     *
     * @param mount what stands before {@code /components}: empty, or like {@code /nostalgic}
     */
    public ComponentsModule(String mount) {
        this.mount = mount;
        Widgets.scripts().forEach((name, bytes) -> scripts.put(name + ".js", new StaticFile(TYPE, bytes)));
        OTHER_NAMES.forEach(
                (other, name) -> scripts.put(other + ".js", Objects.requireNonNull(scripts.get(name + ".js"))));
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/components/{file}", this::answer);
    }

    private Reply answer(Call call) {
        StaticFile script = scripts.get(call.parameter("file"));
        if (script == null) {
            return Problem.notFound().reply();
        }
        return script.answer(call)
                .with("Cache-Control", KEPT)
                .with("Access-Control-Allow-Origin", "*")
                .with("Cross-Origin-Resource-Policy", "cross-origin");
    }
}

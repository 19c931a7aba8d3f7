package dev.yorozu.server.openapi;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Json;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.pages.StaticFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The documents of OpenAPI, one of all interfaces and one of each, and the page that shows them. */
public final class OpenApiModule implements HttpModule {
    private static final String ALL = "";
    private static final String END = ".json";
    private static final String PAGE = "/api-docs";

    private final Map<String, String> mounts;
    private final List<HttpModule> modules;
    private final Pages pages = new Pages();
    private final Viewer viewer = new Viewer();
    /** Made when they are first asked for, and kept: they stay the same for as long as the server runs. */
    private final Map<String, StaticFile> documents = new ConcurrentHashMap<>();

    /**
     * The documents of these modules and of this one.
     *
     * @param mounts of the interfaces, by their names
     */
    public OpenApiModule(Map<String, String> mounts, List<? extends HttpModule> modules) {
        this.mounts = mounts;
        this.modules = new ArrayList<>(modules);
        this.modules.add(this);
    }

    @Override
    public String mount() {
        return "";
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/openapi.json", call -> document(call, ALL));
        routes.get("/openapi/{file}", call -> document(call, name(call.parameter("file"))));
        routes.pages().get(PAGE, this::page);
        routes.get(PAGE + "/{file}", viewer::answer);
    }

    /** What stands before the ending; a name that no interface has where it is another. */
    private static String name(String file) {
        return file.endsWith(END) ? file.substring(0, file.length() - END.length()) : "?";
    }

    private Reply document(Call call, String name) {
        if (!name.equals(ALL) && !mounts.containsKey(name)) {
            return Problem.notFound().reply();
        }
        return documents.computeIfAbsent(name, this::make).answer(call).with("Cache-Control", "no-cache");
    }

    private StaticFile make(String name) {
        OpenApi api = new OpenApi(
                mounts,
                modules.stream().flatMap(module -> Routes.of(module).stream()).toList());
        Map<String, Object> document = name.equals(ALL) ? api.document() : api.document(name);
        return new StaticFile("application/json; charset=utf-8", Json.bytes(document));
    }

    private Reply page(Call call) {
        PageContext page = pages.context(call, PAGE);
        return pages.show(
                        200,
                        page,
                        "api-docs.jte",
                        Map.of("names", List.copyOf(mounts.keySet()), "viewer", Viewer.version()))
                .with("Cache-Control", "no-cache")
                .compressible();
    }
}

package dev.yorozu.server.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import gg.jte.Content;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The page that people find at the mount of a system, with an entry on the start page.
 *
 * <p>It is the same for everybody and holds nothing of anybody: a script fills it by asking the system's own interface
 * below the same mount, as an app of somebody else would.
 */
public final class MountedPage implements HttpModule, LandingPiece {
    /** Behind the mount; at the origin itself there is the start page already. */
    public static final String PATH = "/";

    private final String mount;
    private final String path;
    private final String folder;
    private final Map<String, Object> models;
    private final Pages pages = new Pages();

    /**
     * @param mount that of the system
     * @param pathAtOrigin where the page is found when the system has no mount of its own
     * @param folder of its templates {@code account.jte} and {@code landing.jte}
     * @param models what the first of the two needs beside {@code base}, the mount
     */
    public MountedPage(String mount, String pathAtOrigin, String folder, Map<String, ?> models) {
        this.mount = mount;
        this.path = mount.isEmpty() ? pathAtOrigin : PATH;
        this.folder = folder;
        Map<String, Object> all = new HashMap<>(models);
        all.put("base", mount);
        this.models = Map.copyOf(all);
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public void routes(Routes routes) {
        routes.pages().get(path, this::show);
        if (!mount.isEmpty()) {
            routes.get("", call -> Reply.empty(308).with("Location", mount + path));
        }
    }

    @Override
    public Optional<Content> link(PageContext page) {
        return Optional.of(pages.piece(page, folder + "/landing.jte", Map.of("account", mount + path)));
    }

    private Reply show(Call call) {
        PageContext page = pages.context(call, mount + path);
        return pages.show(200, page, folder + "/account.jte", models)
                .with("Cache-Control", "no-cache")
                .compressible();
    }
}

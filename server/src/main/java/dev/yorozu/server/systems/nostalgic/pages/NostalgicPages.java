package dev.yorozu.server.systems.nostalgic.pages;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The pages for those who put counters, likes, rankings and boards on their sites: what there is, a form that makes a
 * service, the owner's page and the reference.
 *
 * <p>They are the same for everybody and hold nothing of anybody: scripts fill them by asking the system's own interface,
 * as a page of somebody else would. An owner's token stays in the memory of the page and goes out in the bodies of
 * requests alone.
 */
public final class NostalgicPages implements HttpModule, LandingPiece {
    public static final String MOUNT = "/nostalgic";

    private final Site site;
    private final Showcase showcase;
    private final Pages pages = new Pages();

    /** @param showcase the examples of the first page */
    public NostalgicPages(Site site, Showcase showcase) {
        this.site = site;
        this.showcase = showcase;
    }

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/", call -> Reply.empty(308).with("Location", MOUNT));
        routes.pages()
                .get("", this::home)
                .get("/owner", call -> show(call, "owner", Map.of()))
                .get("/docs", call -> show(call, "docs", Map.of("reference", Reference.ALL)));
    }

    @Override
    public Optional<Content> link(PageContext page) {
        return Optional.of(pages.piece(page, "nostalgic/landing.jte", Map.of("path", MOUNT)));
    }

    private Reply home(Call call) {
        PageContext page = pages.context(call, MOUNT);
        return reply(page, "home", Map.of("examples", showcase.ids()));
    }

    private Reply show(Call call, String name, Map<String, ?> models) {
        return reply(pages.context(call, MOUNT + "/" + name), name, models);
    }

    private Reply reply(PageContext page, String name, Map<String, ?> models) {
        Map<String, Object> all = new HashMap<>(models);
        all.put("site", site);
        return pages.show(200, page, "nostalgic/" + name + ".jte", all)
                .with("Cache-Control", "no-cache")
                .compressible();
    }
}

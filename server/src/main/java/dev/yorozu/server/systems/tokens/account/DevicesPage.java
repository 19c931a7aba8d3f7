package dev.yorozu.server.systems.tokens.account;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.util.Map;
import java.util.Optional;

/**
 * "Your devices": sign in, see where you are signed in, end what you do not know.
 *
 * <p>The page is the same for everybody and holds nothing of anybody: a script fills it by asking the system's own
 * interface below the same mount, as an app of somebody else would.
 */
public final class DevicesPage implements HttpModule, LandingPiece {
    /** Behind the mount; at the origin itself there is the start page already. */
    public static final String PATH = "/";

    private static final String PATH_AT_ORIGIN = "/devices";

    private final String mount;
    private final Pages pages = new Pages();

    /** @param mount that of the system */
    public DevicesPage(String mount) {
        this.mount = mount;
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public void routes(Routes routes) {
        routes.get(path(), this::show);
        if (!mount.isEmpty()) {
            routes.get("", call -> Reply.empty(308).with("Location", mount + path()));
        }
    }

    private String path() {
        return mount.isEmpty() ? PATH_AT_ORIGIN : PATH;
    }

    @Override
    public Optional<Content> link(PageContext page) {
        return Optional.of(pages.piece(page, "tokens/landing.jte", Map.of("account", mount + path())));
    }

    private Reply show(Call call) {
        PageContext page = pages.context(call, mount + path());
        return pages.show(200, page, "tokens/account.jte", Map.of("base", mount))
                .with("Cache-Control", "no-cache");
    }
}

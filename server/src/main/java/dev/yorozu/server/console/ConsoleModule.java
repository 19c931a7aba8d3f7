package dev.yorozu.server.console;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.admin.Gatekeeper;
import dev.yorozu.server.admin.Operations;
import dev.yorozu.server.census.Census;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The operator's console: the same operations as the commands have, as pages, for whoever knows the admin token. */
public final class ConsoleModule implements HttpModule, LandingPiece {
    static final String MOUNT = "/console";

    private final Pages pages = new Pages();
    private final Door door;
    private final AuditPages audit;
    private final SessionPages sessions;
    private final ServicesPages services;
    private final StatisticsPages statistics;

    /**
     * @param census what statistics are shown from
     * @param damage the files of the store that are damaged
     * @param gatekeeper the one of the admin interface, so that wrong tokens count at both
     */
    public ConsoleModule(
            Operations operations,
            Census census,
            Supplier<List<String>> damage,
            Gatekeeper gatekeeper,
            RandomTokens random,
            InstantSource clock) {
        this.door = new Door(gatekeeper, new OperatorSessions(random, clock), pages);
        this.audit = new AuditPages(operations, pages, clock);
        this.sessions = new SessionPages(operations, pages, door, clock);
        this.services = new ServicesPages(operations.nostalgic(), pages, door, clock);
        this.statistics = new StatisticsPages(census, damage, pages, door, clock);
    }

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/", call -> Reply.empty(308).with("Location", MOUNT));
        routes.pages()
                .get("", door.entrance(audit::show))
                .post("/sign-in", door::signIn)
                .post("/sign-out", door.changing(door::signOut))
                .get(AuditPages.EXPORT, door.reading(audit::export))
                .get("/sessions", door.reading(sessions::show))
                .post("/sessions/end", door.changing(sessions::end))
                .post("/sessions/end-all", door.changing(sessions::endAll))
                .get("/services", door.reading(services::show))
                .post("/services/check", door.changing(services::check))
                .post("/services/delete", door.changing(services::delete))
                .get("/statistics", door.reading(statistics::show))
                .post("/statistics", door.changing(statistics::count));
    }

    @Override
    public Optional<Content> link(PageContext page) {
        return Optional.of(pages.piece(page, "console/landing.jte", Map.of("console", MOUNT)));
    }
}

package dev.yorozu.server.console;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.console.session.OperatorSessions;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.LocalOperator;
import dev.yorozu.server.operate.statistics.Census;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import gg.jte.Content;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The operator's console: the same operations as the commands have, as pages, behind the admin token. */
public final class ConsoleModule implements HttpModule, LandingPiece {
    static final String MOUNT = "/console";

    private final Pages pages = new Pages();
    private final ConsoleGate gate;
    private final AuditPages audit;
    private final SessionPages sessions;
    private final ServicesPages services;
    private final AppsPages apps;
    private final DoorsPages doors;
    private final StatisticsPages statistics;
    private final BackupsPages backups;

    /**
     * @param census what statistics are shown from
     * @param damage the files of the store that are damaged
     * @param admin the one of the admin interface, so that wrong tokens count at both
     */
    public ConsoleModule(
            LocalOperator operator,
            Census census,
            Supplier<List<String>> damage,
            AdminGate admin,
            RandomTokens random,
            InstantSource clock) {
        this.gate = new ConsoleGate(admin, new OperatorSessions(random, clock), pages);
        this.audit = new AuditPages(operator.audit(), pages, clock);
        this.sessions = new SessionPages(operator, pages, gate, clock);
        this.services = new ServicesPages(operator.services(), pages, gate, clock);
        this.apps = new AppsPages(operator, pages, gate, clock);
        this.doors = new DoorsPages(operator, pages, gate, clock);
        this.statistics = new StatisticsPages(census, damage, pages, gate, clock);
        this.backups = new BackupsPages(operator, pages, gate, clock);
    }

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/", call -> Reply.empty(308).with("Location", MOUNT));
        routes.pages()
                .get("", gate.entrance(audit::show))
                .post("/sign-in", gate::signIn)
                .post("/sign-out", gate.changing(gate::signOut))
                .get(AuditPages.EXPORT, gate.reading(audit::export))
                .get("/sessions", gate.reading(sessions::show))
                .post("/sessions/end", gate.changing(sessions::end))
                .post("/sessions/end-all", gate.changing(sessions::endAll))
                .get("/services", gate.reading(services::show))
                .post("/services/check", gate.changing(services::check))
                .post("/services/delete", gate.changing(services::delete))
                .get("/apps", gate.reading(apps::show))
                .post("/apps/create", gate.changing(apps::create))
                .post("/apps/settings", gate.changing(apps::change))
                .post("/apps/rotate", gate.changing(apps::rotate))
                .post("/apps/rotate-key", gate.changing(apps::rotateKey))
                .post("/apps/delete", gate.changing(apps::delete))
                .get("/doors", gate.reading(doors::show))
                .post("/doors/create", gate.changing(doors::create))
                .post("/doors/rotate", gate.changing(doors::rotate))
                .post("/doors/allow", gate.changing(doors::allow))
                .post("/doors/confirm", gate.changing(doors::confirm))
                .post("/doors/remove", gate.changing(doors::remove))
                .get("/statistics", gate.reading(statistics::show))
                .post("/statistics", gate.changing(statistics::count))
                .get("/backups", gate.reading(backups::show))
                .post("/backups", gate.changing(backups::make));
    }

    @Override
    public Optional<Content> link(PageContext page) {
        return Optional.of(pages.piece(page, "console/landing.jte", Map.of("console", MOUNT)));
    }
}

package dev.yorozu.server.systems.discord;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.oauth.Outgoing;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.systems.discord.account.AccountPages;
import dev.yorozu.server.systems.discord.account.ReceivePage;
import dev.yorozu.session.Session;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Store;
import gg.jte.Content;
import java.time.InstantSource;
import java.util.Optional;

/** Sign-in with Discord, sessions and share links, under one mount. */
public final class DiscordModule implements HttpModule, LandingPiece {
    private final Settings settings;
    private final String mount;
    private final Sessions sessions;
    private final Guard guard;
    private final CsrfRoutes csrf;
    private final StartRoute start;
    private final CallbackRoute callback;
    private final ClaimRoutes claims;
    private final SessionRoutes session;
    private final ReceiveRoutes receive;
    private final boolean signsIn;
    private final AccountPages account;
    private final Optional<ReceivePage> receivePage;

    private DiscordModule(
            Settings settings,
            Capabilities core,
            ClientAddress addresses,
            AuditTrail audit,
            RandomTokens random,
            Store store,
            InstantSource clock) {
        this.settings = settings;
        this.mount = settings.value(DiscordSettings.MOUNT);
        this.sessions = core.sessions();
        Site site = new Site(settings, addresses);
        SignInCookies cookies = new SignInCookies(site, settings.value(DiscordSettings.SESSION.life()));
        Pages templates = new Pages();
        SignInPages pages = new SignInPages(templates, site.callbackPath(), random);
        ReturnTo returnTo = new ReturnTo(mount);
        Arrivals arrivals = new Arrivals(cookies, sessions, returnTo, pages, audit);
        Optional<SignIns> signIns = core.calls().map(calls -> new SignIns(calls, sessions, clock));
        FixedWindow limits = new FixedWindow(store, WindowLayout.DISCORD, clock);
        this.guard = new Guard(store, site, addresses, limits, sessions);
        this.csrf = new CsrfRoutes(site, random);
        this.start = new StartRoute(site, cookies, core.provider(), core.authorizations(), returnTo, random);
        this.callback = new CallbackRoute(
                site, cookies, core.authorizations(), signIns, core.handovers(), arrivals, pages, audit, random);
        this.claims = new ClaimRoutes(site, cookies, core.handovers(), sessions, arrivals, pages);
        this.session = new SessionRoutes(cookies, sessions, core.renewals(), audit, clock);
        Optional<AuditedLinks> links = core.links().map(each -> new AuditedLinks(settings, each, site, audit));
        this.receive = new ReceiveRoutes(session, links, settings.value(ReceiveSettings.REQUIRE_SESSION));
        this.signsIn = core.provider().isPresent();
        this.account = new AccountPages(
                new AccountDesk(settings, site, session, sessions, links, audit, guard, random),
                templates,
                guard.limit(rate(RateSettings.ME, "account")),
                clock);
        this.receivePage = links.filter(each -> settings.value(ReceiveSettings.PAGE))
                .map(each -> new ReceivePage(
                        each, templates, guard.limit(rate(RateSettings.RESOLVE, "receive-page")), clock));
    }

    /**
     * The system as the settings want it.
     *
     * @param outgoing the way to Discord; stays the caller's
     */
    public static DiscordModule of(
            Settings settings,
            Store store,
            Outgoing outgoing,
            ClientAddress addresses,
            RandomTokens random,
            InstantSource clock) {
        Capabilities core = Capabilities.of(settings, store, outgoing, random, clock);
        AuditTrail audit =
                new AuditTrail(new AuditLog(store, AuditSettings.policy(settings), random, clock), addresses, clock);
        return new DiscordModule(settings, core, addresses, audit, random, store, clock);
    }

    /** The sessions of this system alone, for who has no use for its routes. */
    public static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        return Capabilities.sessions(settings, store, random, clock);
    }

    /** The sessions of this system, for pages that show them. */
    public Sessions sessions() {
        return sessions;
    }

    /** The session that a call brings. */
    public Optional<Session> signedIn(Call call) {
        return session.find(call);
    }

    /** The page at the origin that share links lead to; empty unless the settings want it here. */
    public Optional<ReceivePage> receivePage() {
        return receivePage;
    }

    /** A way to the account page, once anybody can sign in. */
    @Override
    public Optional<Content> link(PageContext page) {
        return signsIn ? Optional.of(account.link(page)) : Optional.empty();
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return DiscordErrors.FORM;
    }

    @Override
    public void routes(Routes routes) {
        account.routes(routes.pages());
        if (!mount.isEmpty()) {
            routes.get("", call -> account.redirect()).get("/", call -> account.redirect());
        }
        routes.get(StartRoute.PATH, guard.limited(rate(RateSettings.START, "start"), start::answer));
        routes.get(Site.CALLBACK, guard.limited(rate(RateSettings.CALLBACK, "callback"), callback::answer));
        routes.post(Site.CALLBACK, guard.limited(rate(RateSettings.CLAIM, "claim"), claims::answered));
        routes.post("/api/auth/discord/claim-session", guard.limited(rate(RateSettings.CLAIM, "claim"), claims::claim));
        reading(routes, "/api/blob/csrf", RateSettings.CSRF, "csrf", call -> csrf.answer(call, Guard.CSRF_COOKIE));
        reading(
                routes,
                "/api/discord/csrf",
                RateSettings.CSRF,
                "discord-csrf",
                call -> csrf.answer(call, Guard.DISCORD_CSRF_COOKIE));
        routes.any("/api/discord/me", guard.visiting("/api/discord/me", rate(RateSettings.ME, "me"), session::me));
        changing(routes, "/api/auth/logout", RateSettings.LOGOUT, "logout", session::logout);
        changing(routes, "/api/receive/token", RateSettings.TOKEN, "receive-token", receive::issue);
        reading(routes, "/api/receive/resolve", RateSettings.RESOLVE, "receive-resolve", receive::resolve);
        changing(routes, "/api/receive/delete", RateSettings.DELETE, "receive-delete", receive::delete);
    }

    private void reading(Routes routes, String path, Setting<Integer> rate, String name, Endpoint endpoint) {
        routes.any(path, guard.reading(path, rate(rate, name), endpoint));
    }

    private void changing(Routes routes, String path, Setting<Integer> rate, String name, Guard.Guarded endpoint) {
        routes.any(path, guard.changing(path, rate(rate, name), endpoint));
    }

    private WindowPolicy rate(Setting<Integer> rate, String name) {
        return RateSettings.policy(settings, rate, name);
    }
}

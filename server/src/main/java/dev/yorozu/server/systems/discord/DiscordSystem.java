package dev.yorozu.server.systems.discord;

import dev.yorozu.audit.Kind;
import dev.yorozu.keyspace.DiscordKeys;
import dev.yorozu.limit.FixedWindow;
import dev.yorozu.limit.WindowLayout;
import dev.yorozu.link.KeyRing;
import dev.yorozu.link.LinkLayout;
import dev.yorozu.link.LinkPolicy;
import dev.yorozu.link.ShareLinks;
import dev.yorozu.lock.Locks;
import dev.yorozu.oauth.AuthorizationLayout;
import dev.yorozu.oauth.Authorizations;
import dev.yorozu.oauth.Discord;
import dev.yorozu.oauth.GrantFields;
import dev.yorozu.oauth.Handovers;
import dev.yorozu.oauth.Provider;
import dev.yorozu.oauth.ProviderCalls;
import dev.yorozu.oauth.RenewalPolicy;
import dev.yorozu.oauth.Renewals;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.secret.Storage;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.ReturnTo;
import dev.yorozu.server.access.browser.BrowserAccess;
import dev.yorozu.server.access.browser.BrowserSessions;
import dev.yorozu.server.access.browser.CsrfCookie;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.users.SystemSessions;
import dev.yorozu.server.pages.LandingPiece;
import dev.yorozu.server.pages.PageContext;
import dev.yorozu.server.pages.Pages;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.discord.DiscordSettings.Rates;
import dev.yorozu.server.systems.discord.DiscordSettings.Receive;
import dev.yorozu.server.systems.discord.links.ShareLinkOperations;
import dev.yorozu.server.systems.discord.pages.AccountPages;
import dev.yorozu.server.systems.discord.pages.ReceivePage;
import dev.yorozu.server.systems.discord.pages.SignInPages;
import dev.yorozu.session.Session;
import dev.yorozu.session.SessionLayout;
import dev.yorozu.session.Sessions;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import gg.jte.Content;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Sign-in with Discord, sessions, and share links. */
public final class DiscordSystem extends HostedSystem {
    private static final String NAME = "discord";
    private static final String SID = "sid";
    private static final Duration SIGN_IN = Duration.ofMinutes(10);
    private static final SessionLayout SESSIONS = SessionLayout.inSet(
            DiscordKeys.SESSION, DiscordKeys.USER_SESSIONS, Set.of("access_token", "refresh_token"));
    private static final AuthorizationLayout AUTHORIZATIONS =
            new AuthorizationLayout(DiscordKeys.AUTHORIZATION, SIGN_IN, Set.of());

    public DiscordSystem() {
        super(NAME, DiscordSettings.MOUNT, DiscordSettings.ENABLED, DiscordSettings.GROUP, Receive.GROUP, Rates.GROUP);
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        Pages pages = new Pages();
        Optional<Provider> provider = provider(settings);
        Optional<ProviderCalls> calls = provider.map(who -> new ProviderCalls(who, host.outgoing()));
        DiscordSite site = new DiscordSite(settings, host.addresses());
        Sessions sessions = sessions(settings, host.store(), host.random(), host.clock());
        Gate<Optional<Session>> gate = host.gate(
                new FixedWindow(host.store(), WindowLayout.DISCORD, host.clock(), Durability.DEFERRED),
                new BrowserAccess(sessions, call -> SID, DiscordErrors.TOO_MANY));
        BrowserSessions browsers = new BrowserSessions(
                sessions,
                calls.map(each -> renewals(host, sessions, each)),
                site,
                call -> SID,
                gate::client,
                new AuditTrail(host.audit(), Kind.SESSION, NAME, host.clock()),
                host.clock());
        Optional<String> domain = settings.find(DiscordSettings.COOKIE_DOMAIN);
        CsrfCookie blobCsrf = new CsrfCookie("csrf", site, domain, host.random());
        CsrfCookie discordCsrf = new CsrfCookie("discord_csrf", site, domain, host.random());
        Check ownPage = Check.that(site::admits, DiscordErrors.FOREIGN_PAGE);
        DiscordAccess access = new DiscordAccess(settings, gate, ownPage, List.of(discordCsrf, blobCsrf));
        Optional<ShareLinkOperations> links = links(host, site, gate);
        Module module = new Module(
                settings.value(DiscordSettings.MOUNT),
                provider.isPresent(),
                account(host, pages, browsers, links, access, discordCsrf),
                List.of(
                        signIn(host, provider, calls, site, browsers, sessions, pages, access),
                        routes -> new SessionRoutes(browsers, sessions, blobCsrf, discordCsrf).declare(routes, access),
                        routes -> new ReceiveRoutes(browsers, links, settings.value(Receive.REQUIRE_SESSION))
                                .declare(routes, access)));
        return links.filter(each -> settings.value(Receive.PAGE))
                .map(each -> new ReceivePage(each, pages, access.limit(Rates.RESOLVE, "receive-page"), host.clock()))
                .map(page -> List.<HttpModule>of(module, page))
                .orElse(List.of(module));
    }

    @Override
    public Optional<SystemSessions> sessions(Host host) {
        return Optional.of(SystemSessions.of(sessions(host.settings(), host.store(), host.random(), host.clock())));
    }

    /** The sessions of this system alone, for who has no use for its routes. */
    public static Sessions sessions(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        return new Sessions(store, SESSIONS, DiscordSettings.SESSION.policy(settings), storage, random, clock);
    }

    /** The share links of this system alone; empty while there is no key. */
    public static Optional<ShareLinks> links(Settings settings, Store store, RandomTokens random, InstantSource clock) {
        Storage storage = settings.value(PrivacySettings.STORAGE);
        LinkPolicy policy = Receive.policy(settings);
        return settings.find(Receive.KEY)
                .map(key -> new KeyRing(key, settings.find(Receive.OLD_KEYS).orElse(List.of())))
                .map(keys -> new ShareLinks(store, LinkLayout.DISCORD, policy, keys, storage, random, clock));
    }

    /** Empty while nobody told who this is to Discord. */
    private static Optional<Provider> provider(Settings settings) {
        return settings.find(DiscordSettings.CLIENT_ID)
                .flatMap(id -> settings.find(DiscordSettings.CLIENT_SECRET)
                        .map(secret -> Discord.provider(
                                settings.value(DiscordSettings.AUTHORIZE_URL),
                                settings.value(DiscordSettings.API_URL),
                                id,
                                secret)));
    }

    private static Renewals renewals(Host host, Sessions sessions, ProviderCalls calls) {
        return new Renewals(
                sessions,
                GrantFields.DISCORD,
                new Locks(host.store(), host.random()),
                calls,
                RenewalPolicy.documented(DiscordKeys.SESSION_LOCK),
                host.clock());
    }

    private static Optional<ShareLinkOperations> links(Host host, DiscordSite site, Gate<Optional<Session>> gate) {
        return links(host.settings(), host.store(), host.random(), host.clock())
                .map(links -> new ShareLinkOperations(
                        links,
                        Receive.policy(host.settings()),
                        site,
                        gate::client,
                        new AuditTrail(host.audit(), Kind.LINK, NAME, host.clock())));
    }

    private static AccountPages account(
            Host host,
            Pages pages,
            BrowserSessions browsers,
            Optional<ShareLinkOperations> links,
            DiscordAccess access,
            CsrfCookie csrf) {
        return new AccountPages(
                host.settings().value(DiscordSettings.MOUNT),
                SignInRoutes.START,
                pages,
                browsers,
                host.settings().value(DiscordSettings.SESSION.maxPerUser()),
                links,
                new AccountPages.Protection(
                        access.limit(Rates.ME, "account"),
                        access.gate()::open,
                        access.ownPage(),
                        csrf,
                        access.rate(Rates.LOGOUT, "account-end"),
                        access.rate(Rates.TOKEN, "account-share"),
                        access.rate(Rates.DELETE, "account-delete")),
                host.clock());
    }

    private static Consumer<Routes> signIn(
            Host host,
            Optional<Provider> provider,
            Optional<ProviderCalls> calls,
            DiscordSite site,
            BrowserSessions browsers,
            Sessions sessions,
            Pages pages,
            DiscordAccess access) {
        SignInCookies cookies = new SignInCookies(site);
        Handovers handovers = new Handovers(
                host.store(), DiscordKeys.HANDOVER, host.storage(), sessions, host.random(), host.clock());
        SignInCompletion completion = new SignInCompletion(
                cookies,
                browsers,
                host.settings().value(DiscordSettings.SESSION.life()),
                new ReturnTo(host.settings().value(DiscordSettings.MOUNT)),
                new SignInPages(pages, site.callbackPath(), host.random()));
        SignInRoutes start = new SignInRoutes(
                site,
                cookies,
                provider,
                calls.map(each -> new ProviderSignIn(each, sessions, host.clock())),
                new Authorizations(host.store(), AUTHORIZATIONS, host.storage(), host.random()),
                handovers,
                completion,
                browsers,
                host.random());
        ClaimRoutes claim = new ClaimRoutes(site, cookies, handovers, sessions, completion);
        return routes -> {
            start.declare(routes, access);
            claim.declare(routes, access);
        };
    }

    /** All of it under one mount. */
    private record Module(String mount, boolean canSignIn, AccountPages account, List<Consumer<Routes>> topics)
            implements HttpModule, LandingPiece {
        /** A way to the account page, once anybody can sign in. */
        @Override
        public Optional<Content> link(PageContext page) {
            return canSignIn ? Optional.of(account.link(page)) : Optional.empty();
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
            topics.forEach(topic -> topic.accept(routes));
        }
    }
}

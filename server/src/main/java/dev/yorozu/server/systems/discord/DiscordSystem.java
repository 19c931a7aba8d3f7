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
import dev.yorozu.store.Store;
import gg.jte.Content;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Sign-in with Discord, sessions, and share links. */
public final class DiscordSystem extends HostedSystem {
    private static final String NAME = "discord";
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
        Module module = new Module(host);
        return Stream.concat(Stream.of(module), module.receivePage.stream()).toList();
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

    /** All of it under one mount. */
    private static final class Module implements HttpModule, LandingPiece {
        private static final String SID = "sid";

        private final Host host;
        private final Settings settings;
        private final String mount;
        private final Pages pages = new Pages();
        private final Optional<Provider> provider;
        private final DiscordSite site;
        private final Sessions sessions;
        private final Gate<Optional<Session>> gate;
        private final BrowserSessions browsers;
        private final CsrfCookie blobCsrf;
        private final CsrfCookie discordCsrf;
        private final DiscordAccess access;
        private final Optional<ShareLinkOperations> links;
        private final AccountPages account;
        private final Optional<ReceivePage> receivePage;

        private Module(Host host) {
            this.host = host;
            this.settings = host.settings();
            this.mount = settings.value(DiscordSettings.MOUNT);
            this.provider = provider(settings);
            this.site = new DiscordSite(settings, host.addresses());
            this.sessions = sessions(settings, host.store(), host.random(), host.clock());
            FixedWindow rates = new FixedWindow(host.store(), WindowLayout.DISCORD, host.clock());
            this.gate = new Gate<>(
                    host.store(),
                    rates,
                    host.addresses(),
                    host.storage(),
                    new BrowserAccess(sessions, call -> SID, DiscordErrors.TOO_MANY));
            AuditTrail audit = new AuditTrail(host.audit(), Kind.SESSION, NAME, host.clock());
            this.browsers =
                    new BrowserSessions(sessions, renewals(), site, call -> SID, gate::client, audit, host.clock());
            Optional<String> domain = settings.find(DiscordSettings.COOKIE_DOMAIN);
            this.blobCsrf = new CsrfCookie("csrf", site, domain, host.random());
            this.discordCsrf = new CsrfCookie("discord_csrf", site, domain, host.random());
            this.access = new DiscordAccess(settings, gate, site, List.of(discordCsrf, blobCsrf));
            this.links = links(settings, host.store(), host.random(), host.clock())
                    .map(each -> new ShareLinkOperations(
                            each,
                            Receive.policy(settings),
                            site,
                            gate::client,
                            new AuditTrail(host.audit(), Kind.LINK, NAME, host.clock())));
            this.account = account();
            this.receivePage = links.filter(each -> settings.value(Receive.PAGE))
                    .map(each ->
                            new ReceivePage(each, pages, access.limit(Rates.RESOLVE, "receive-page"), host.clock()));
        }

        private Optional<ProviderCalls> calls() {
            return provider.map(who -> new ProviderCalls(who, host.outgoing()));
        }

        private Optional<Renewals> renewals() {
            Locks locks = new Locks(host.store(), host.random());
            RenewalPolicy policy = RenewalPolicy.documented(DiscordKeys.SESSION_LOCK);
            return calls().map(each -> new Renewals(sessions, GrantFields.DISCORD, locks, each, policy, host.clock()));
        }

        private AccountPages account() {
            return new AccountPages(
                    mount,
                    SignInRoutes.START,
                    pages,
                    browsers,
                    settings.value(DiscordSettings.SESSION.maxPerUser()),
                    links,
                    new AccountPages.Protection(
                            access.limit(Rates.ME, "account"),
                            access.ownPage(),
                            discordCsrf,
                            access.rate(Rates.LOGOUT, "account-end"),
                            access.rate(Rates.TOKEN, "account-share"),
                            access.rate(Rates.DELETE, "account-delete")),
                    host.clock());
        }

        /** A way to the account page, once anybody can sign in. */
        @Override
        public Optional<Content> link(PageContext page) {
            return provider.map(any -> account.link(page));
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
            declareSignIn(routes);
            new SessionRoutes(browsers, sessions, blobCsrf, discordCsrf).declare(routes, access);
            new ReceiveRoutes(browsers, links, settings.value(Receive.REQUIRE_SESSION)).declare(routes, access);
        }

        private void declareSignIn(Routes routes) {
            SignInCookies cookies = new SignInCookies(site);
            SignInPages asking = new SignInPages(pages, site.callbackPath(), host.random());
            Handovers handovers = new Handovers(
                    host.store(), DiscordKeys.HANDOVER, host.storage(), sessions, host.random(), host.clock());
            Duration life = settings.value(DiscordSettings.SESSION.life());
            SignInCompletion completion = new SignInCompletion(cookies, browsers, life, new ReturnTo(mount), asking);
            new SignInRoutes(
                            site,
                            cookies,
                            provider,
                            calls().map(each -> new ProviderSignIn(each, sessions, host.clock())),
                            new Authorizations(host.store(), AUTHORIZATIONS, host.storage(), host.random()),
                            handovers,
                            completion,
                            browsers,
                            host.random())
                    .declare(routes, access);
            new ClaimRoutes(site, cookies, handovers, sessions, completion).declare(routes, access);
        }
    }
}

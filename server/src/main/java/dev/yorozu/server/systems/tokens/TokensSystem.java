package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.account.AccountTermination;
import dev.yorozu.account.Directory;
import dev.yorozu.audit.Kind;
import dev.yorozu.jwt.JwtPolicy;
import dev.yorozu.jwt.Jwts;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.limit.attempt.AttemptLimiter;
import dev.yorozu.limit.attempt.LoginThrottle;
import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.AccountHistory;
import dev.yorozu.server.access.AuditTrail;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.access.PasswordSignIn;
import dev.yorozu.server.access.Registration;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.metrics.TokenMetrics;
import dev.yorozu.server.oauth.LedgerTokens;
import dev.yorozu.server.oauth.ServerMetadata;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.signing.IssuerKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.PublicKeys;
import dev.yorozu.server.systems.SystemModule;
import dev.yorozu.server.systems.SystemSettings;
import dev.yorozu.server.systems.SystemTokens;
import dev.yorozu.token.RefreshTokens;
import dev.yorozu.token.ledger.LedgerLayout;
import dev.yorozu.token.ledger.Logins;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The token store: accounts that sign in with a password, their access and refresh tokens, and their devices. */
public final class TokensSystem extends HostedSystem {
    public TokensSystem() {
        super("tokens", TokensSettings.MOUNT, TokensSettings.ENABLED, TokensSettings.GROUP, TokensSettings.RATES);
    }

    @Override
    public boolean keepsAccounts() {
        return true;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        String mount = settings.value(TokensSettings.MOUNT);
        IssuerKeys keys = keys(host);
        Logins logins = logins(host, keys);
        TokensAccess access = new TokensAccess(logins.access(), host.directory());
        Gate<Caller> gate = host.gate(host.rates(), access);
        List<HttpModule> modules = new ArrayList<>(routes(host, keys, logins, access, gate));
        modules.add(host.tokenEndpoints(this, mount, new DeviceTokens(access, new LedgerTokens(logins)), gate));
        ServerMetadata.find(mount, settings.value(TokensSettings.JWT.issuer()), keys.algorithm())
                .ifPresent(modules::add);
        if (settings.value(TokensSettings.PAGE)) {
            modules.add(new MountedPage(mount, "/devices", name(), Map.of()));
        }
        return modules;
    }

    private List<HttpModule> routes(Host host, IssuerKeys keys, Logins logins, TokensAccess access, Gate<Caller> gate) {
        Settings settings = host.settings();
        Directory directory = host.directory();
        Passwords passwords = host.passwords();
        AuditTrail trail = new AuditTrail(host.audit(), Kind.TOKEN, name(), host.clock());
        AccountHistory history = new AccountHistory(directory, TokensAccess::id, host.clock());
        TokenMetrics metrics = host.metrics().tokens();
        LoginThrottle throttle = throttle(host);
        RefreshTokens tokens = new RefreshTokens(host.store(), logins.lineage());
        DeviceOperations devices = new DeviceOperations(directory, logins, trail, history);
        EntranceRoutes entrance = new EntranceRoutes(
                gate,
                settings,
                access,
                new PasswordSignIn<>(
                        directory, passwords, throttle, new LoginIssuance(directory, logins), trail, history, metrics),
                tokens,
                new Refreshes(directory, access, tokens, trail, history, metrics, new LastUses(), host.clock()),
                devices,
                new Registration(directory, Account::user, trail, history),
                passwords,
                host.clock());
        ProfileRoutes profile = new ProfileRoutes(
                gate,
                settings,
                devices,
                new PasswordChanges(
                        directory, passwords, throttle, logins, host.terminationBeside(this), trail, history),
                passwords);
        AdminRoutes admin = new AdminRoutes(
                gate,
                access,
                new TokenOperations(logins, TokensSettings.policy(settings), trail, history, host.clock()),
                host.clock());
        return modules(
                settings, List.of(entrance::declare, profile::declare, all -> declare(all, keys)), admin::declare);
    }

    /** What is for operators, no page of another origin may call. */
    private static List<HttpModule> modules(
            Settings settings, List<Consumer<Routes>> people, Consumer<Routes> operators) {
        String mount = settings.value(TokensSettings.MOUNT);
        CrossOrigin pages = SystemSettings.crossOrigin(
                settings, TokensSettings.ALLOWED_ORIGINS, "GET", "POST", "PUT", "DELETE", "OPTIONS");
        return List.of(
                new SystemModule(mount, TokensErrors.FORM, pages, people),
                new SystemModule(
                        mount,
                        TokensErrors.FORM,
                        CrossOrigin.UNSAID,
                        List.of(mount + "/api/admin"),
                        List.of(operators)));
    }

    /** Where tokens are signed with a private key, everybody may have the public one. */
    private static void declare(Routes routes, IssuerKeys keys) {
        if (keys.algorithm().hasPublicKey()) {
            routes.get(PublicKeys.PATH, new PublicKeys(keys));
        }
    }

    private static LoginThrottle throttle(Host host) {
        Settings settings = host.settings();
        WindowPolicy byAddress =
                WindowPolicy.perHour("tokens-address", settings.value(TokensSettings.FAILURES), FailMode.CLOSED);
        return new LoginThrottle(
                "tokens",
                settings.value(TokensSettings.FAILURES_AT_ACCOUNT),
                AttemptLimiter.sliding(host.store(), byAddress, host.waiting(), host.random(), host.clock()));
    }

    @Override
    public Optional<SystemTokens> tokens(Host host) {
        Logins logins = logins(host, () -> keys(host).get());
        return Optional.of(new SystemTokens(
                logins.access(),
                TokensSettings.policy(host.settings()).accessLife(),
                () -> keys(host),
                Optional.of(logins)));
    }

    @Override
    public Optional<Duration> accessLife(Settings given) {
        return Optional.of(given.value(TokensSettings.JWT.life()).plus(given.value(TokensSettings.JWT.skew())));
    }

    @Override
    public AccountTermination termination(Host host) {
        Logins logins = logins(host, () -> keys(host).get());
        return account -> logins.endAll(account.user());
    }

    private static Logins logins(Host host, Supplier<SigningKeys> keys) {
        JwtPolicy policy = TokensSettings.JWT.policy(host.settings(), JwtPolicy.JWT);
        return new Logins(
                host.store(),
                LedgerLayout.TOKENS,
                TokensSettings.policy(host.settings()),
                new Jwts(keys, policy, host.clock()),
                host.storage(),
                host.random(),
                host.clock());
    }

    private IssuerKeys keys(Host host) {
        return host.keys(name(), () -> TokensSettings.JWT.keys(host.settings(), host.data(), host.clock()));
    }

    @Override
    public List<String> notices(Settings settings) {
        return ServerMetadata.notice(
                settings.value(TokensSettings.MOUNT),
                settings.value(TokensSettings.JWT.issuer()),
                TokensSettings.JWT.issuer());
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        Map<Setting<?>, String> advice = new LinkedHashMap<>(DirectorySettings.advice(settings));
        advice.putAll(TokensSettings.JWT.advice(
                settings,
                "Tokens are signed with a key of this machine alone: before a second server uses the same store,"
                        + " give both the same JWT_SECRET or systems.tokens.jwt.keyFiles."));
        return advice;
    }
}

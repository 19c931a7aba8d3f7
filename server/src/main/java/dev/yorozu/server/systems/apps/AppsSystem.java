package dev.yorozu.server.systems.apps;

import dev.yorozu.app.App;
import dev.yorozu.app.Apps;
import dev.yorozu.credential.Scope;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.oauth.LedgerTokens;
import dev.yorozu.server.oauth.TokenEndpoints;
import dev.yorozu.server.signing.DerivedKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import dev.yorozu.server.systems.apps.feed.RevocationRoutes;
import dev.yorozu.server.systems.apps.open.AppQuotas;
import dev.yorozu.server.systems.apps.open.OpenApps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every app's own state, for programs in any language. */
public final class AppsSystem extends HostedSystem {
    /** A realm that no app has. */
    private static final String NONE = "no-app";

    public AppsSystem() {
        super("apps", AppsSettings.MOUNT, AppsSettings.ENABLED, AppsSettings.GROUP);
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Apps apps = new Apps(host.store(), Keyspace.schema(), host.clock());
        declare(apps, host.settings());
        DerivedKeys derived = new DerivedKeys(AppsSettings.secret(host.settings(), host.data(), host.random()));
        OpenApps open = new OpenApps(apps, host, derived);
        AppsAccess access = new AppsAccess(
                host.credentialGate(name(), AppsErrors::of), open, new IdempotentCalls(), new AppQuotas(host.census()));
        String mount = host.settings().value(AppsSettings.MOUNT);
        TokenEndpoints standard = host.tokenEndpoints(this, mount, call -> realm(call, open), gate(host));
        AppsMetadata metadata = new AppsMetadata(mount, open);
        SystemModule calls = new SystemModule(
                mount,
                AppsErrors.FORM,
                List.of(
                        revocations(host, open)::declare,
                        new SessionRoutes(access, host.clock())::declare,
                        new TokenRoutes(access, open, host.clock())::declare,
                        routes -> standard.routes(routes.under("/apps/{app}").withErrors(standard.errors())),
                        new LinkRoutes(access, host.clock())::declare,
                        new LimitRoutes(access, host.store(), host.clock())::declare,
                        new OneTimeRoutes(access)::declare,
                        new LockRoutes(access)::declare,
                        new CacheRoutes(access)::declare,
                        new CounterRoutes(access)::declare,
                        new LikeRoutes(access)::declare,
                        new RankingRoutes(access)::declare,
                        new BoardRoutes(access)::declare,
                        metadata::declare));
        return List.of(calls, metadata);
    }

    private static void declare(Apps apps, Settings settings) {
        List<String> surplus = apps.declare(AppsSettings.declared(settings));
        if (!surplus.isEmpty()) {
            throw new StartException(
                    "There are %,d apps already, so that %s of systems.apps.declared cannot be made: delete some."
                            .formatted(Apps.MOST, String.join(", ", surplus)));
        }
    }

    private RevocationRoutes revocations(Host host, OpenApps open) {
        return new RevocationRoutes(
                host.revocations(),
                host.credentialGate(name(), AppsErrors::of),
                realm -> accessLife(host, open, realm),
                host.settings(),
                AppsAccess.MISPLACED);
    }

    /** How long access tokens of a realm live; empty for one that there is not. */
    private static Optional<Duration> accessLife(Host host, OpenApps open, String realm) {
        return Scope.of(realm + ":all")
                .flatMap(Scope::app)
                .map(name -> open.find(name)
                        .map(app -> app.app().settings().tokens().policy())
                        .map(policy -> policy.accessLife().plus(policy.skew())))
                .orElseGet(() -> host.systems().stream()
                        .filter(system -> system.name().equals(realm) && system.isEnabled(host.settings()))
                        .findFirst()
                        .flatMap(system -> system.accessLife(host.settings())));
    }

    private static Gate<Void> gate(Host host) {
        return host.gate(host.rates(), AccessRules.anonymous(AppsAccess.MISPLACED, denied -> AppsErrors.WAIT));
    }

    /** A name that no app can have is in nobody's rights, as is that of an app that there is not. */
    private static TokenEndpoints.Realm realm(Call call, OpenApps open) {
        String name = call.parameter("app");
        return new TokenEndpoints.Realm(
                App.isName(name) ? Scope.realmOf(name) : NONE,
                () -> new LedgerTokens(open.find(name)
                        .orElseThrow(AppsErrors.NO_APP::exception)
                        .tokens()
                        .logins()));
    }

    /** Of the apps that the settings declare: the others have a store to be asked for. */
    @Override
    public List<String> notices(Settings settings) {
        String mount = settings.value(AppsSettings.MOUNT);
        return AppsSettings.declared(settings).entrySet().stream()
                .map(app -> Map.entry(app.getKey(), app.getValue().tokens().issuer()))
                .filter(app ->
                        !app.getValue().isEmpty() && !AppsMetadata.isPublished(mount, app.getKey(), app.getValue()))
                .map(app -> "No metadata are published of the app " + app.getKey()
                        + ", because its tokens.issuer is not its address, such as https://auth.example.org" + mount
                        + "/apps/" + app.getKey() + ".")
                .toList();
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        return settings.isGiven(AppsSettings.SECRET)
                ? Map.of()
                : Map.of(
                        AppsSettings.SECRET,
                        "Tokens and links of apps are made with a secret of this machine alone: before a second server uses"
                                + " the same store, give both the same systems.apps.secret.");
    }
}

package dev.yorozu.server.systems.apps;

import dev.yorozu.app.App;
import dev.yorozu.app.Apps;
import dev.yorozu.credential.Scope;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.access.AccessRules;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.oauth.LedgerTokens;
import dev.yorozu.server.oauth.TokenEndpoints;
import dev.yorozu.server.signing.DerivedKeys;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import java.util.List;
import java.util.Map;

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
        DerivedKeys derived = new DerivedKeys(AppsSettings.secret(host.settings(), host.data(), host.random()));
        OpenApps open = new OpenApps(apps, host, derived);
        AppsAccess access = new AppsAccess(
                host.credentialGate(name(), AppsErrors::of), open, new IdempotentCalls(), new AppQuotas(host.census()));
        String mount = host.settings().value(AppsSettings.MOUNT);
        TokenEndpoints standard = host.tokenEndpoints(this, mount, call -> realm(call, open), gate(host));
        return List.of(new SystemModule(
                mount,
                AppsErrors.FORM,
                List.of(
                        new SessionRoutes(access, host.clock())::declare,
                        new TokenRoutes(access, open, host.clock())::declare,
                        routes -> standard.routes(routes.under("/apps/{app}").withErrors(standard.errors())),
                        new LinkRoutes(access, host.clock())::declare,
                        new LimitRoutes(access, host.store(), host.clock())::declare,
                        new OneTimeRoutes(access)::declare,
                        new LockRoutes(access)::declare,
                        new CacheRoutes(access)::declare,
                        new CounterRoutes(access)::declare)));
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

package dev.yorozu.server.systems.apps;

import dev.yorozu.app.Apps;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import java.util.List;

/** Every app's own state, for programs in any language. */
public final class AppsSystem extends HostedSystem {
    public AppsSystem() {
        super("apps", AppsSettings.MOUNT, AppsSettings.ENABLED, AppsSettings.GROUP);
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Apps apps = new Apps(host.store(), Keyspace.schema(), host.clock());
        AppsAccess access = new AppsAccess(
                host.credentialGate(name(), AppsErrors::of),
                new OpenApps(apps, host),
                new IdempotentCalls(),
                new AppQuotas(host.census()));
        return List.of(new SystemModule(
                host.settings().value(AppsSettings.MOUNT),
                AppsErrors.FORM,
                List.of(
                        new SessionRoutes(access)::declare,
                        new LimitRoutes(access, host.store(), host.clock())::declare,
                        new OneTimeRoutes(access)::declare,
                        new LockRoutes(access)::declare,
                        new CacheRoutes(access)::declare,
                        new CounterRoutes(access)::declare)));
    }
}

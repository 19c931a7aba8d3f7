package dev.yorozu.server.systems.users.profile;

import dev.yorozu.keyspace.UserKeys.Endpoint;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.systems.users.UsersLimits;
import java.util.EnumMap;
import java.util.Map;

/** What may be asked how often within the hour, as it is set. */
final class HourlyLimits {
    private final Map<Endpoint, WindowPolicy> policies = new EnumMap<>(Endpoint.class);

    HourlyLimits(Settings settings) {
        for (Endpoint endpoint : Endpoint.values()) {
            policies.put(endpoint, UsersLimits.hourly(settings, endpoint));
        }
    }

    WindowPolicy of(Endpoint endpoint) {
        WindowPolicy policy = policies.get(endpoint);
        if (policy == null) {
            throw new IllegalStateException("Every endpoint has a limit");
        }
        return policy;
    }
}

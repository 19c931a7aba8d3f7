package dev.yorozu.server.systems.apps.open;

import dev.yorozu.app.App;
import dev.yorozu.app.Apps;
import dev.yorozu.server.signing.DerivedKeys;
import dev.yorozu.server.systems.Host;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The apps that were asked for lately. One that is removed or given other settings is so here within {@link #LOOKED_AFTER}.
 * Safe for use by many threads.
 */
public final class OpenApps {
    /** How old what is known of an app may be. */
    public static final Duration LOOKED_AFTER = Duration.ofSeconds(1);

    private final Apps apps;
    private final Host host;
    private final DerivedKeys derived;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    /** What was known of an app at a moment, in milliseconds since 1970. */
    private record Known(OpenApp open, long seen) {}

    /** @param derived what the keys of all apps follow from */
    public OpenApps(Apps apps, Host host, DerivedKeys derived) {
        this.apps = apps;
        this.host = host;
        this.derived = derived;
    }

    /** The app of this name; there are so few that all of them are remembered. */
    public Optional<OpenApp> find(String name) {
        long now = host.clock().millis();
        Known remembered = known.get(name);
        // A clock that was put back does not keep what is known any longer.
        if (remembered != null && now >= remembered.seen() && now < remembered.seen() + LOOKED_AFTER.toMillis()) {
            return Optional.of(remembered.open());
        }
        Optional<App> found = apps.find(name);
        if (found.isEmpty()) {
            known.remove(name);
            return Optional.empty();
        }
        OpenApp open = remembered != null && remembered.open().app().equals(found.get())
                ? remembered.open()
                : OpenApp.of(found.get(), host, derived);
        known.put(name, new Known(open, now));
        return Optional.of(open);
    }
}

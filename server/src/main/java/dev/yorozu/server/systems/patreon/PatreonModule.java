package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;

/** The Patreon relay under one mount. */
public final class PatreonModule implements HttpModule {
    /** The name of the system among those that users are signed in to. */
    public static final String SYSTEM = "patreon";

    private final String mount;

    private PatreonModule(Settings settings) {
        this.mount = settings.value(PatreonSettings.MOUNT);
    }

    /** The system as the settings want it; throws a {@code SettingsException} where they contradict each other. */
    public static PatreonModule of(Settings settings, PatreonParts parts) {
        PatreonSettings.check(settings);
        return new PatreonModule(settings);
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public void routes(Routes routes) {}
}

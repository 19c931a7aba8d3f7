package dev.yorozu.examples.invitations;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.Gcra;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import java.util.List;

/** Invitations: the host makes them, a guest accepts each once. */
public final class InvitationsSystem implements HostedSystem {
    @Override
    public String name() {
        return "invitations";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(InvitationsSettings.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return true;
    }

    @Override
    public Setting<String> mount() {
        return InvitationsSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        return List.of(new Module(host));
    }

    private static final class Module implements HttpModule {
        private final String mount;
        private final Gate<String> gate;
        private final Check rate;
        private final InvitationsRoutes invitations;

        Module(Host host) {
            Settings settings = host.settings();
            this.mount = settings.value(InvitationsSettings.MOUNT);
            this.gate = new Gate<>(
                    host.store(),
                    new Gcra(host.store(), host.clock()),
                    host.addresses(),
                    host.storage(),
                    new InvitationsAccess(settings.find(InvitationsSettings.HOST_KEY)));
            this.rate = gate.rate(
                    WindowPolicy.perMinute("invitations", settings.value(InvitationsSettings.RATE), FailMode.OPEN));
            this.invitations = new InvitationsRoutes(
                    new Invitations(host.store(), host.random(), settings.value(InvitationsSettings.LIFE)));
        }

        @Override
        public String mount() {
            return mount;
        }

        @Override
        public ErrorForm errors() {
            return InvitationsErrors.FORM;
        }

        @Override
        public void routes(Routes routes) {
            routes.post("/invite", gate.signedIn(invitations::invite, rate));
            routes.post("/accept", gate.open(invitations::accept, rate));
        }
    }
}

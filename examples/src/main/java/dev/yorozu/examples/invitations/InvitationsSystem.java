package dev.yorozu.examples.invitations;

import dev.yorozu.limit.FailMode;
import dev.yorozu.limit.WindowPolicy;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.SystemModule;
import java.util.List;

/** Invitations: the host makes them, a guest accepts each once. */
public final class InvitationsSystem extends HostedSystem {
    public InvitationsSystem() {
        super("invitations", InvitationsSettings.MOUNT, settings -> true, InvitationsSettings.GROUP);
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        Gate<String> gate = host.gate(host.rates(), new InvitationsAccess(settings.find(InvitationsSettings.HOST_KEY)));
        InvitationsRoutes invitations = new InvitationsRoutes(
                gate,
                gate.rate(
                        WindowPolicy.perMinute("invitations", settings.value(InvitationsSettings.RATE), FailMode.OPEN)),
                new Invitations(host.store(), host.random(), settings.value(InvitationsSettings.LIFE)));
        return List.of(new SystemModule(
                settings.value(InvitationsSettings.MOUNT), InvitationsErrors.FORM, List.of(invitations::declare)));
    }
}

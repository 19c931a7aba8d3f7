package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.pages.widgets.ComponentsModule;
import dev.yorozu.server.pages.widgets.Widgets;
import dev.yorozu.server.systems.Host;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.systems.nostalgic.pages.NostalgicPages;
import dev.yorozu.server.webhook.Network;
import dev.yorozu.server.webhook.WebhookSettings;
import dev.yorozu.server.webhook.Webhooks;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counters, likes, rankings and boards for pages of every origin, with their widgets and pages. */
public final class NostalgicSystem implements HostedSystem {
    @Override
    public String name() {
        return "nostalgic";
    }

    @Override
    public List<SettingsGroup> settings() {
        return List.of(NostalgicSettings.GROUP, WebhookSettings.GROUP);
    }

    @Override
    public boolean isEnabled(Settings settings) {
        return settings.value(NostalgicSettings.ENABLED);
    }

    @Override
    public Setting<String> mount() {
        return NostalgicSettings.MOUNT;
    }

    @Override
    public List<HttpModule> modules(Host host) {
        Settings settings = host.settings();
        NostalgicModule nostalgic = NostalgicModule.of(
                settings,
                new NostalgicParts(
                        host.store(),
                        host.passwords(Nostalgia.SHORTEST_TOKEN),
                        NostalgicSettings.secret(settings, host.data(), host.random()),
                        webhooks(host),
                        host.addresses(),
                        host.metrics().nostalgic(),
                        host.random(),
                        host.waiting(),
                        host.clock()));
        return List.of(
                nostalgic,
                new ComponentsModule(settings.value(NostalgicSettings.MOUNT), new Widgets()),
                NostalgicPages.of(settings, nostalgic.services()));
    }

    private static Optional<Webhooks> webhooks(Host host) {
        if (!WebhookSettings.enabled(host.settings())) {
            return Optional.empty();
        }
        Webhooks webhooks = new Webhooks(
                WebhookSettings.policy(host.settings()),
                host.clock(),
                host.metrics().webhooks(),
                Network.standard());
        host.onClose(webhooks::close);
        return Optional.of(webhooks);
    }

    @Override
    public Map<Setting<?>, String> advice(Settings settings) {
        return settings.isGiven(NostalgicSettings.SECRET)
                ? Map.of()
                : Map.of(
                        NostalgicSettings.SECRET,
                        "Visitors are told apart with a secret of this machine alone: before a second server uses the same"
                                + " store, give both the same " + NostalgicSettings.SECRET.name() + ".");
    }
}

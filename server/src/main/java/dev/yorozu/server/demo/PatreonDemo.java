package dev.yorozu.server.demo;

import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.demo.patreon.PracticePatreon;
import dev.yorozu.server.demo.patreon.Spending;
import dev.yorozu.server.demo.provider.PracticeApp;
import dev.yorozu.server.files.SecretFile;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.pages.MountedPage;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import dev.yorozu.server.systems.patreon.PatreonSystem;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;

/** How a demonstration sets up the Patreon relay: a practice Patreon beside it, and its page with controls. */
final class PatreonDemo {
    private static final String MOUNT = "/patreon";
    /** Kept, so that access tokens outlive a restart as the sessions do that they belong to. */
    private static final SecretFile JWT_SECRET =
            new SecretFile("patreon.jwt", "secret of access tokens", "another --data");

    private final String origin;
    private final String webhookSecret;
    private final String jwtSecret;
    private final PracticeApp app;
    private final PracticePatreon provider;

    PatreonDemo(String origin, Path data, Spending spending, RandomTokens random, InstantSource clock) {
        this.origin = origin;
        this.webhookSecret = random.base64url(24);
        this.jwtSecret = HexFormat.of().formatHex(JWT_SECRET.inDirectory(data, random));
        this.app = PracticeApp.patreon(origin, MOUNT + MountedPage.PATH, random);
        URI webhook = URI.create(origin + MOUNT + "/webhook");
        this.provider = new PracticePatreon(app, webhook, webhookSecret, spending, random, clock);
    }

    /** The page is the demonstration's own, because the product's has no controls. */
    List<Demo.Value> settings() {
        return List.of(
                new Demo.Value(PatreonSettings.MOUNT.name(), MOUNT),
                new Demo.Value(PatreonSettings.PAGE.name(), "off"),
                new Demo.Value(PatreonSettings.CLIENT_ID.name(), app.clientId()),
                new Demo.Value(PatreonSettings.CLIENT_SECRET.name(), app.clientSecret()),
                new Demo.Value(PatreonSettings.WEBHOOK_SECRET.name(), webhookSecret),
                new Demo.Value(PatreonSettings.CAMPAIGN_ID.name(), PracticePatreon.CAMPAIGN),
                new Demo.Value(PatreonSettings.REDIRECT_URIS.name(), app.redirectUri()),
                new Demo.Value(PatreonSettings.ALLOWED_ORIGINS.name(), origin),
                new Demo.Value(PatreonSettings.API_URL.name(), origin + PracticePatreon.MOUNT),
                new Demo.Value(PatreonSettings.JWT_SECRET.name(), jwtSecret),
                new Demo.Value(PatreonSettings.ENVIRONMENT.name(), "demo"));
    }

    List<HttpModule> modules(Settings settings) {
        return List.of(provider, PatreonSystem.page(settings, List.of(provider::panel)));
    }
}

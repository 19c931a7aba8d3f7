package dev.yorozu.server.recorded;

import dev.yorozu.server.boot.Systems;
import dev.yorozu.server.cli.ServedInTest;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.systems.discord.DiscordStandIn;
import dev.yorozu.server.systems.oidc.IndependentProvider;
import dev.yorozu.server.systems.patreon.PatreonStandIn;
import dev.yorozu.server.upgrade.AllSystems;
import dev.yorozu.store.testkit.HeldClock;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A server with every system, the admin interface and the console, put together by {@code serve} itself. What it would draw or
 * find out at its start is given, the clock is held, and there are stand-ins for Discord, Patreon and a provider of OpenID
 * Connect.
 */
final class RecordedSite implements AutoCloseable {
    final HeldClock clock = HeldClock.start();
    final RepeatableSource random = new RepeatableSource();
    final DiscordStandIn discord = new DiscordStandIn();
    final PatreonStandIn patreon = new PatreonStandIn();
    final IndependentProvider provider = new IndependentProvider(clock).warmedUp();
    private final Settings settings;

    RecordedSite(Path data) throws IOException {
        Map<String, String> flags = new HashMap<>(discord.settings());
        flags.putAll(systems(data));
        flags.putAll(given(data));
        flags.put("backup.to", backups(data).toString());
        this.settings = AllSystems.settings(flags);
    }

    private Map<String, String> systems(Path data) throws IOException {
        return Map.of(
                "systems.patreon.clientId",
                PatreonStandIn.CLIENT_ID,
                "systems.patreon.clientSecret",
                PatreonStandIn.CLIENT_SECRET,
                "systems.patreon.campaignId",
                PatreonStandIn.CAMPAIGN,
                "systems.patreon.redirectUris",
                "http://localhost:8080/callback",
                "systems.patreon.apiUrl",
                patreon.url(),
                "systems.patreon.allowedOrigins",
                "https://app.example.com",
                "systems.oidc.issuer",
                provider.issuer(),
                "systems.oidc.clientId",
                IndependentProvider.CLIENT,
                "systems.users.jwt.algorithm",
                "rs256",
                "systems.discord.receive.page",
                "on");
    }

    private static Map<String, String> given(Path data) throws IOException {
        return Map.ofEntries(
                Map.entry("data", data.toString()),
                Map.entry("store.url", "memory:"),
                Map.entry("log.level", "error"),
                Map.entry("log.access", "off"),
                // Counted only when it is asked for.
                Map.entry("statistics.every", "off"),
                Map.entry("audit.kinds", "link, session, token"),
                Map.entry("admin.token", "the-admin-token-of-the-test"),
                Map.entry("addressSalt", "the-salt-of-the-test"),
                Map.entry("systems.patreon.webhookSecret", "the-webhook-secret-of-the-test"),
                Map.entry("systems.patreon.jwtSecret", "the-secret-of-the-test-that-signs-tokens"),
                Map.entry("systems.tokens.jwt.secret", "another-secret-of-the-test-that-signs-tokens"),
                Map.entry("systems.users.jwt.keyFiles", key(data).toString()),
                Map.entry("systems.nostalgic.secret", "the-secret-of-the-visitors"),
                Map.entry("systems.apps.secret", "the-secret-that-keys-of-apps-follow-from"),
                Map.entry("systems.nostalgic.webhooks.drain", "0s"));
    }

    /** A directory in which something lies that is named as a backup. */
    private static Path backups(Path data) throws IOException {
        Path place = Files.createDirectory(data.resolve("backups"));
        Files.writeString(place.resolve("yorozu-20260101T000000Z-00000000.yrz"), "recorded");
        return place;
    }

    /** The key in the resources as a file that its owner alone can read. */
    private static Path key(Path data) throws IOException {
        Path key = data.resolve("users.pem");
        try (InputStream pem = Objects.requireNonNull(RecordedSite.class.getResourceAsStream("users.pem"))) {
            Files.copy(pem, key);
        }
        return Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
    }

    /** The mounts of the interfaces. */
    Map<String, String> interfaces() {
        return Systems.interfaces(settings);
    }

    void use(ServedInTest.Use use) throws InterruptedException {
        ServedInTest.use(settings, random.tokens(), clock, use);
    }

    @Override
    public void close() {
        discord.close();
        patreon.close();
        provider.close();
    }
}

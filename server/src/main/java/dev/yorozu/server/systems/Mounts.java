package dev.yorozu.server.systems;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.server.systems.oidc.OidcSettings;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the systems that are turned on answer: each below a path that no other has. */
final class Mounts {
    private Mounts() {}

    /**
     * Two systems at one path would take each other's errors, headers and origins, even where no address of one is
     * another's.
     */
    static void requireApart(Settings settings) {
        Map<String, Setting<String>> taken = new HashMap<>();
        for (Setting<String> mount : mounts(settings)) {
            String path = settings.value(mount);
            Setting<String> other = taken.putIfAbsent(path, mount);
            if (other != null) {
                throw new SettingsException("Settings " + other.name() + " and " + mount.name() + " are both "
                        + (path.isEmpty() ? "/" : path) + ": give each system a path of its own, or turn one off.");
            }
        }
    }

    private static List<Setting<String>> mounts(Settings settings) {
        List<Setting<String>> mounts = new ArrayList<>();
        if (settings.value(DiscordSettings.ENABLED)) {
            mounts.add(DiscordSettings.MOUNT);
        }
        if (settings.find(OidcSettings.ISSUER).isPresent()) {
            mounts.add(OidcSettings.MOUNT);
        }
        if (settings.value(TokensSettings.ENABLED)) {
            mounts.add(TokensSettings.MOUNT);
        }
        if (settings.value(UsersSettings.ENABLED)) {
            mounts.add(UsersSettings.MOUNT);
        }
        if (settings.value(PatreonSettings.ENABLED)) {
            mounts.add(PatreonSettings.MOUNT);
        }
        if (settings.value(NostalgicSettings.ENABLED)) {
            mounts.add(NostalgicSettings.MOUNT);
        }
        return mounts;
    }
}

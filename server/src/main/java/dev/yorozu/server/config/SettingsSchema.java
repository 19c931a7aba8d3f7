package dev.yorozu.server.config;

import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.password.PasswordSettings;
import dev.yorozu.server.systems.discord.DiscordSettings;
import dev.yorozu.server.systems.discord.RateSettings;
import dev.yorozu.server.systems.discord.ReceiveSettings;
import dev.yorozu.server.systems.nostalgic.NostalgicSettings;
import dev.yorozu.server.systems.oidc.OidcSettings;
import dev.yorozu.server.systems.patreon.PatreonRates;
import dev.yorozu.server.systems.patreon.PatreonSettings;
import dev.yorozu.server.systems.tokens.TokenRates;
import dev.yorozu.server.systems.tokens.TokensSettings;
import dev.yorozu.server.systems.users.UsersLimits;
import dev.yorozu.server.systems.users.UsersSettings;
import dev.yorozu.server.webhook.WebhookSettings;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All settings there are, composed of groups; a system brings its own group. */
public final class SettingsSchema {
    static final String PREFIX = "YOROZU_";
    /** Variables of the launcher, of the tests and of commands, which are no settings. */
    private static final Set<String> RESERVED = Set.of(
            "YOROZU_CONFIG", "YOROZU_JAVA_OPTIONS", "YOROZU_HOME", "YOROZU_BACKUP_PASSPHRASE", "YOROZU_IMPORT_SECRET");

    private final List<SettingsGroup> groups;
    private final Map<String, Setting<?>> byName = new LinkedHashMap<>();
    private final Map<String, Setting<?>> byVariable = new LinkedHashMap<>();

    private SettingsSchema(List<SettingsGroup> groups) {
        this.groups = List.copyOf(groups);
        for (SettingsGroup group : groups) {
            group.settings().forEach(this::add);
        }
    }

    public static SettingsSchema of(SettingsGroup... groups) {
        return new SettingsSchema(List.of(groups));
    }

    /** The settings of the server itself and of its systems. */
    public static SettingsSchema standard() {
        return of(
                ServerSettings.GROUP,
                StoreSettings.GROUP,
                DirectorySettings.GROUP,
                PasswordSettings.GROUP,
                PrivacySettings.GROUP,
                AuditSettings.GROUP,
                AdminSettings.GROUP,
                StatisticsSettings.GROUP,
                LogSettings.GROUP,
                DiscordSettings.GROUP,
                ReceiveSettings.GROUP,
                RateSettings.GROUP,
                OidcSettings.GROUP,
                TokensSettings.GROUP,
                TokenRates.GROUP,
                NostalgicSettings.GROUP,
                WebhookSettings.GROUP,
                PatreonSettings.GROUP,
                PatreonRates.GROUP,
                UsersSettings.GROUP,
                UsersLimits.GROUP);
    }

    private void add(Setting<?> setting) {
        Setting<?> sameName = byName.put(setting.name(), setting);
        Setting<?> sameVariable = byVariable.put(setting.variable(), setting);
        if (sameName != null || sameVariable != null) {
            throw new IllegalArgumentException("Two settings are named " + setting.name());
        }
    }

    public List<SettingsGroup> groups() {
        return groups;
    }

    public Stream<Setting<?>> settings() {
        return byName.values().stream();
    }

    Optional<Setting<?>> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether a variable that looks like ours means nothing to us, which is most often a typing error. */
    boolean isUnknownVariable(String variable) {
        return variable.startsWith(PREFIX)
                && !byVariable.containsKey(variable)
                && !RESERVED.contains(variable)
                && settings()
                        .flatMap(setting -> setting.aliases().stream())
                        .noneMatch(alias -> alias.variable().equals(variable));
    }

    /** The known name nearest to a mistyped one. */
    Optional<String> nearestName(String mistyped) {
        return nearest(mistyped, byName.keySet().stream());
    }

    Optional<String> nearestVariable(String mistyped) {
        return nearest(
                mistyped,
                Stream.concat(
                        byVariable.keySet().stream(),
                        settings()
                                .flatMap(setting -> setting.aliases().stream())
                                .map(Setting.Alias::variable)));
    }

    private static Optional<String> nearest(String mistyped, Stream<String> known) {
        String wanted = mistyped.toLowerCase(Locale.ROOT);
        return known.min(Comparator.comparingInt(name -> distance(wanted, name.toLowerCase(Locale.ROOT))))
                .filter(name -> distance(wanted, name.toLowerCase(Locale.ROOT)) <= Math.max(2, name.length() / 3));
    }

    /** How many letters must be typed, removed or replaced to make one word of the other (Levenshtein). */
    private static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}

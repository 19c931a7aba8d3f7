package dev.yorozu.server.boot;

import dev.yorozu.server.access.password.PasswordSettings;
import dev.yorozu.server.config.AdminSettings;
import dev.yorozu.server.config.AuditSettings;
import dev.yorozu.server.config.PrivacySettings;
import dev.yorozu.server.config.RevocationSettings;
import dev.yorozu.server.config.ServerSettings;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.config.SettingsSchema;
import dev.yorozu.server.config.StatisticsSettings;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.directory.DirectorySettings;
import dev.yorozu.server.doors.DoorSettings;
import dev.yorozu.server.doors.cloudflare.CloudflareDoorSettings;
import dev.yorozu.server.doors.redis.RedisDoorSettings;
import dev.yorozu.server.doors.upstash.UpstashDoorSettings;
import dev.yorozu.server.log.LogSettings;
import dev.yorozu.server.operate.backup.scheduled.BackupSettings;
import dev.yorozu.server.systems.HostedSystem;
import dev.yorozu.server.tracing.TracingSettings;
import java.util.List;
import java.util.stream.Stream;

/** The settings of the server itself, followed by those of its systems. */
public final class StandardSettings {
    private static final List<SettingsGroup> OWN = List.of(
            ServerSettings.GROUP,
            StoreSettings.GROUP,
            DirectorySettings.GROUP,
            PasswordSettings.GROUP,
            PrivacySettings.GROUP,
            AuditSettings.GROUP,
            RevocationSettings.GROUP,
            AdminSettings.GROUP,
            StatisticsSettings.GROUP,
            BackupSettings.GROUP,
            LogSettings.GROUP,
            TracingSettings.GROUP,
            DoorSettings.GROUP,
            RedisDoorSettings.GROUP,
            UpstashDoorSettings.GROUP,
            CloudflareDoorSettings.GROUP);
    private static final SettingsSchema SCHEMA = schema(Systems.IN_REFERENCE);

    private StandardSettings() {}

    public static SettingsSchema schema() {
        return SCHEMA;
    }

    /** For a server with other systems than this program's. */
    public static SettingsSchema schema(List<HostedSystem> systems) {
        return SettingsSchema.of(
                Stream.concat(OWN.stream(), systems.stream().flatMap(system -> system.settings().stream()))
                        .toArray(SettingsGroup[]::new));
    }
}

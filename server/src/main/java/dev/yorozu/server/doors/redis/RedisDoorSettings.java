package dev.yorozu.server.doors.redis;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.store.Durability;
import java.nio.file.Path;
import java.util.List;

/** How Redis clients reach this server. */
public final class RedisDoorSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Door for Redis clients");

    public static final Setting<Boolean> ENABLED = GROUP.of(
            "doors.redis.enabled",
            SettingType.onOff(),
            "off",
            "Whether Redis clients can connect, each with a credential (`./yorozu credential create NAME`).");
    public static final Setting<String> HOST = GROUP.of(
            "doors.redis.host",
            SettingType.text("a host name or address"),
            "127.0.0.1",
            "Address to listen on for Redis clients.");
    public static final Setting<Integer> PORT = GROUP.of(
            "doors.redis.port",
            SettingType.number(0, 65_535),
            "6380",
            "Port to listen on for Redis clients; `0` takes a free one.");
    public static final Setting<Integer> MAX_CONNECTIONS = GROUP.of(
            "doors.redis.maxConnections",
            SettingType.number(1, 1_000_000),
            "1024",
            "Most connections of Redis clients at once; `server.maxConnectionsPerAddress` holds for them too.");
    public static final Setting<Durability> DURABILITY = GROUP.of(
            "doors.redis.durability",
            SettingType.choice(List.of(Durability.DURABLE, Durability.RELAXED)),
            "durable",
            "Whether a write is on disk when it is answered (`durable`), or within a second (`relaxed`).");
    public static final Setting<Path> CERTIFICATE = GROUP.optional(
            "doors.redis.tls.certificate",
            SettingType.path(),
            "no TLS",
            "PEM file with the certificate, and those that it hangs on, by which Redis clients know this server.");
    public static final Setting<Path> KEY = GROUP.optional(
            "doors.redis.tls.key",
            SettingType.path(),
            "",
            "PEM file with the private key of that certificate (PKCS #8), readable by its owner alone.");

    private RedisDoorSettings() {}
}

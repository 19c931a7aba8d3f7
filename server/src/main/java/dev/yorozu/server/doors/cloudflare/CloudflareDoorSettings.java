package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.store.Durability;
import java.util.List;

/** How clients of Workers KV reach this server. */
public final class CloudflareDoorSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Door for Workers KV");

    public static final Setting<Boolean> ENABLED = GROUP.of(
            "doors.cloudflare.enabled",
            SettingType.onOff(),
            "off",
            "Whether KV bindings of Workers and clients of Cloudflare's REST interface are answered, each with a credential"
                    + " (`./yorozu credential create NAME`).");
    public static final Setting<String> MOUNT = GROUP.of(
            "doors.cloudflare.mount",
            SettingType.mount("/kv"),
            "/kv",
            "Path that the addresses of this door begin with.");
    public static final Setting<Boolean> REMOTE = GROUP.of(
            "doors.cloudflare.remote",
            SettingType.onOff(),
            "off",
            "Whether clients on other machines are answered too.");
    public static final Setting<List<KvNamespace>> NAMESPACES = GROUP.of(
            "doors.cloudflare.namespaces",
            SettingType.list(
                    "namespaces as TITLE=ID=@SYSTEM or TITLE=ID=PREFIX, each title and id once", KvNamespace::parse),
            "SESSIONS=7fdcdf963f8649578fe1ccaadaa74ea8=@patreon",
            "The namespaces: a title, an id of 32 hexadecimal digits, and either a system, whose documented keys it holds,"
                    + " or what the names of its keys begin with in the store.");
    public static final Setting<Durability> DURABILITY = GROUP.of(
            "doors.cloudflare.durability",
            SettingType.choice(List.of(Durability.DURABLE, Durability.RELAXED)),
            "durable",
            "Whether a write is on disk when it is answered (`durable`), or within a second (`relaxed`).");

    private CloudflareDoorSettings() {}
}

package dev.yorozu.server.doors.upstash;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.store.Durability;
import java.util.List;

/** How clients of Upstash reach this server. */
public final class UpstashDoorSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Door for Upstash clients");

    public static final Setting<Boolean> ENABLED = GROUP.of(
            "doors.upstash.enabled",
            SettingType.onOff(),
            "off",
            "Whether clients of Upstash's REST interface are answered, each with a credential (`./yorozu credential create"
                    + " NAME`).");
    public static final Setting<String> MOUNT = GROUP.of(
            "doors.upstash.mount",
            SettingType.mount("/upstash"),
            "/upstash",
            "Path that the addresses of this door begin with.");
    public static final Setting<Integer> PORT = GROUP.optional(
            "doors.upstash.port",
            SettingType.number(1, 65_535),
            "none: below its path, on the port of the server",
            "Port of its own for this door, which then answers there alone, from the root on.");
    public static final Setting<Boolean> REMOTE = GROUP.of(
            "doors.upstash.remote", SettingType.onOff(), "off", "Whether clients on other machines are answered too.");
    public static final Setting<Durability> DURABILITY = GROUP.of(
            "doors.upstash.durability",
            SettingType.choice(List.of(Durability.DURABLE, Durability.RELAXED)),
            "durable",
            "Whether a write is on disk when it is answered (`durable`), or within a second (`relaxed`).");

    private UpstashDoorSettings() {}
}

package dev.yorozu.server.systems;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.CrossOrigin;
import dev.yorozu.server.net.AllowedOrigins;
import dev.yorozu.server.net.Origin;
import java.time.Duration;
import java.util.List;

/** What can be set of every system. Prefixes are those of a system, with the dot behind. */
public final class SystemSettings {
    /** Who may make an account. */
    public enum Registration {
        /** Everybody who can reach the server. */
        OPEN,
        /** Operators only, on the command line. */
        CLOSED
    }

    private SystemSettings() {}

    public static Setting<Boolean> enabled(String prefix) {
        return Setting.of(prefix + "enabled", SettingType.onOff(), "on", "Whether this system answers at all.");
    }

    public static Setting<String> mount(String prefix, String mount) {
        return Setting.of(
                prefix + "mount",
                SettingType.mount(mount),
                mount,
                "Path that all addresses of this system begin with.");
    }

    /** Whose pages may read the answers; each is named, because its people's tokens come along. */
    public static Setting<List<Origin>> allowedOrigins(String prefix) {
        return Setting.optional(
                prefix + "allowedOrigins",
                SettingType.list("origins such as https://example.com, with commas between them", Origin::exactly),
                "none: pages of this origin alone",
                "Origins whose pages may call this system and read its answers, but for what is for operators and programs.");
    }

    /**
     * What pages of the allowed origins may do.
     *
     * @param methods that the system's routes have
     */
    public static CrossOrigin crossOrigin(Settings settings, Setting<List<Origin>> allowed, String... methods) {
        return settings.find(allowed)
                .map(origins -> new CrossOrigin(
                        new AllowedOrigins(false, origins),
                        List.of(methods),
                        List.of("Content-Type", "Authorization"),
                        Duration.ofDays(1)))
                .orElse(CrossOrigin.UNSAID);
    }

    /** @param name that the system has for it, behind its prefix */
    public static Setting<Registration> registration(String prefix, String name, String standard) {
        return Setting.of(
                prefix + name,
                SettingType.choice(Registration.class),
                standard,
                "Whether anybody may make an account; while closed, operators make them with `./yorozu user create`.");
    }

    /**
     * How often one client or user may ask in a minute.
     *
     * @param who is counted: {@code address} or {@code user}
     */
    public static Setting<Integer> rate(String prefix, String name, int standard, String what, String who) {
        return Setting.of(
                prefix + "rates." + name,
                SettingType.number(1, 1_000_000),
                Integer.toString(standard),
                what + " per minute and " + who + ", at most.");
    }
}

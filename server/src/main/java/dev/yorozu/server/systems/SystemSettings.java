package dev.yorozu.server.systems;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;

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

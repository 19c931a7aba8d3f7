package dev.yorozu.server.config;

import java.util.ArrayList;
import java.util.List;

/**
 * Settings that belong together, and the heading they have in the reference. A class of settings makes its group first and
 * each of its settings through it, so that none is declared and then left out; the reference has them in that order.
 */
public final class SettingsGroup {
    private final String title;
    private final List<Setting<?>> settings = new ArrayList<>();

    public SettingsGroup(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    public List<Setting<?>> settings() {
        return List.copyOf(settings);
    }

    /** A setting of this group with a fixed default. */
    public <T> Setting<T> of(String name, SettingType<T> type, String fallback, String help) {
        return with(Setting.of(name, type, fallback, help));
    }

    /** A setting of this group that may be left open. */
    public <T> Setting<T> optional(String name, SettingType<T> type, String fallbackText, String help) {
        return with(Setting.optional(name, type, fallbackText, help));
    }

    /** Takes a setting into this group. */
    public <T> Setting<T> with(Setting<T> setting) {
        settings.add(setting);
        return setting;
    }
}

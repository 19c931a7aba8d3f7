package dev.yorozu.server.config;

import java.util.List;

/** Settings that belong together, and the heading they have in the reference. */
public record SettingsGroup(String title, List<Setting<?>> settings) {
    public SettingsGroup {
        settings = List.copyOf(settings);
    }
}

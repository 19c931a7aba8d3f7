package dev.yorozu.server.systems.apps;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.systems.SystemSettings;

/** What can be set of the interface for apps. What is chosen for one app is with that app. */
public final class AppsSettings {
    private static final String PREFIX = "systems.apps.";

    public static final SettingsGroup GROUP = new SettingsGroup("Apps: a neutral API for every program");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/v1"));

    private AppsSettings() {}
}

package dev.yorozu.server.config;

import java.util.Optional;

/** Who may use the admin interface. */
public final class AdminSettings {
    public static final SettingsGroup GROUP = new SettingsGroup("Admin");

    public static final Setting<String> TOKEN = GROUP.with(Setting.optional(
                    "admin.token",
                    new SettingType<>(
                            "at least 16 characters without spaces",
                            text -> text.length() >= 16 && text.chars().allMatch(c -> c > ' ' && c <= '~')
                                    ? Optional.of(text)
                                    : Optional.empty()),
                    "made at the first start and kept in the directory `data`",
                    "Token that opens the admin interface.")
            .asSecret());

    private AdminSettings() {}
}

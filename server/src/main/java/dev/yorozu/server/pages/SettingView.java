package dev.yorozu.server.pages;

import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingsGroup;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A setting as the reference page shows it; the marks that the Markdown page needs are left out. */
public record SettingView(String name, String help, String fallback, String allowed, String variables, boolean secret) {
    public static List<SettingView> of(SettingsGroup group) {
        return group.settings().stream().map(SettingView::of).toList();
    }

    private static SettingView of(Setting<?> setting) {
        return new SettingView(
                setting.name(),
                plain(setting.help()),
                plain(setting.fallbackText()),
                setting.type().allowed(),
                Stream.concat(
                                Stream.of(setting.variable()),
                                setting.aliases().stream().map(Setting.Alias::variable))
                        .collect(Collectors.joining(" ")),
                setting.secret().test(""));
    }

    private static String plain(String markdown) {
        return markdown.replace("`", "");
    }
}

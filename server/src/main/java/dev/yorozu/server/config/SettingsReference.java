package dev.yorozu.server.config;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The list of all settings for people: the page docs/settings.md is exactly this. */
public final class SettingsReference {
    private SettingsReference() {}

    public static String markdown(SettingsSchema schema) {
        StringBuilder page = new StringBuilder("""
                # Settings

                This page is made from the declarations in the code, and a test keeps it so.

                A setting is read from `yorozu.yaml` (or the file that `--config` or `YOROZU_CONFIG` names), then from the
                environment, then from flags; the later wins. In the file, dots are levels:

                ```yaml
                server:
                  port: 8080
                log:
                  format: text
                ```

                Every setting has an environment variable: `YOROZU_`, then its name in capitals with underscores. Durations
                are written `500ms`, `2s`, `10m`, `12h`, `30d`; sizes `4096`, `64KiB`, `1MiB`. Unknown names and wrong values
                stop the start. A file that holds a secret must be readable by its owner only (`chmod 600`).
                """);
        for (SettingsGroup group : schema.groups()) {
            page.append("\n## ").append(group.title()).append("\n\n");
            page.append("| setting | default | allowed | environment | |\n");
            page.append("| --- | --- | --- | --- | --- |\n");
            group.settings().forEach(setting -> page.append(row(setting)));
        }
        return page.toString();
    }

    private static String row(Setting<?> setting) {
        String variables = Stream.concat(
                        Stream.of(setting.variable()),
                        setting.aliases().stream().map(Setting.Alias::variable))
                .map(variable -> "`" + variable + "`")
                .collect(Collectors.joining(", "));
        return "| `%s` | %s | %s | %s | %s%s |\n"
                .formatted(
                        setting.name(),
                        setting.fallbackText().isEmpty() ? "none" : setting.fallbackText(),
                        setting.type().allowed(),
                        variables,
                        setting.help(),
                        setting.secret().test("") ? " Secret." : "");
    }
}

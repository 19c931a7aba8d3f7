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

                Any other form that YAML has for the same is understood too: dotted names, lists, anchors and aliases, `<<`.
                A setting of several values takes a list (`[a, b]`, or one to a line) or a text with commas. `null`, `~` and
                nothing count as not set.

                Every setting has an environment variable: `YOROZU_`, then its name in capitals with underscores.

                | value | written |
                | --- | --- |
                | duration | a number and `ms`, `s`, `m`, `h`, `d` or `w` (seven days): `500ms`, `10m`, `2w`; or several, the larger first: `1m30s` |
                | size | bytes, or a number and `KiB`, `MiB`, `GiB` (1,024 each time: `1MiB` is 1,048,576) or `KB`, `MB`, `GB` (1,000 each time: `1MB` is 1,000,000) |
                | on or off | `on`, `yes`, `true`; `off`, `no`, `false` |

                Unknown names stop the start, also those that hold nothing and those of variables that begin with `YOROZU_`; so
                do wrong values, and two systems that would answer at the same address. A file that holds a secret must be
                readable by its owner only (`chmod 600`).

                Beside the settings, these variables are read: `YOROZU_JAVA_OPTIONS` by `./yorozu`, options for Java with
                spaces between them, such as `-Xmx512m`; `YOROZU_IMPORT_SECRET` by `import`.
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

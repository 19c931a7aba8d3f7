package dev.yorozu.server.systems.apps;

import dev.yorozu.app.App;
import dev.yorozu.app.AppSettings;
import dev.yorozu.app.AppSettingsFormat;
import dev.yorozu.json.Document;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.config.Setting;
import dev.yorozu.server.config.SettingType;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.SettingsException;
import dev.yorozu.server.config.SettingsGroup;
import dev.yorozu.server.files.SecretFile;
import dev.yorozu.server.systems.SystemSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/** What can be set of the interface for apps. What is chosen for one app is with that app. */
public final class AppsSettings {
    private static final String PREFIX = "systems.apps.";
    private static final int SHORTEST_SECRET = 32;

    public static final SettingsGroup GROUP = new SettingsGroup("Apps: a neutral API for every program");

    public static final Setting<Boolean> ENABLED = GROUP.with(SystemSettings.enabled(PREFIX));
    public static final Setting<String> MOUNT = GROUP.with(SystemSettings.mount(PREFIX, "/v1"));

    public static final Setting<String> SECRET = GROUP.with(Setting.optional(
                    PREFIX + "secret",
                    new SettingType<>(
                            "a text of at least " + SHORTEST_SECRET + " characters that nobody can guess",
                            text -> text.strip().length() < SHORTEST_SECRET ? Optional.empty() : Optional.of(text)),
                    "made at the first start and kept in the directory `data`",
                    "Secret that the keys of all apps follow from, which sign their tokens and seal their links; servers"
                            + " that share a store share it.")
            .asSecret());

    public static final Setting<Document> DECLARED = GROUP.with(Setting.optional(
            PREFIX + "declared",
            SettingType.object("apps by their names, each with its settings, in JSON or as a section of the file"),
            "none",
            "Apps that there are from the start, with their settings as `./yorozu app show` prints them, or `{}` for the usual"
                    + " ones; only this changes them, at the next start."));

    private static final SecretFile SECRET_FILE = new SecretFile("apps.secret", "secret", SECRET.name());

    private AppsSettings() {}

    /** The apps that are declared, by their names. */
    static SequencedMap<String, AppSettings> declared(Settings settings) {
        SequencedMap<String, AppSettings> declared = new LinkedHashMap<>();
        Document apps = settings.find(DECLARED).orElse(Document.empty());
        for (String name : apps.names()) {
            if (!App.isName(name)) {
                throw wrong(name, "is no name of an app, which is 1 to 32 lower-case letters, digits and dashes");
            }
            try {
                declared.put(
                        name,
                        AppSettingsFormat.read(apps.document(name)
                                .orElseThrow(() -> new IllegalArgumentException("the settings must be an object"))));
            } catch (IllegalArgumentException outside) {
                throw wrong(name, String.valueOf(outside.getMessage()));
            }
        }
        return declared;
    }

    private static SettingsException wrong(String name, String sentence) {
        return new SettingsException("Setting " + DECLARED.name() + ", " + name + ": " + sentence + ".");
    }

    /** The secret that is set, else the one of this machine, made in a directory that exists. */
    static byte[] secret(Settings settings, Path data, RandomTokens random) {
        return settings.find(SECRET)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .orElseGet(() -> SECRET_FILE.inDirectory(data, random));
    }
}

package dev.yorozu.server.config;

import dev.yorozu.server.config.Settings.Given;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Reads settings from a file, the environment and flags, each stronger than the one before.
 *
 * <p>Everything is checked here, also what a stronger source overrides: a wrong value never waits for its first use.
 */
public final class SettingsReader {
    private static final Path DEFAULT_FILE = Path.of("yorozu.yaml");

    private final SettingsSchema schema;
    private final Map<String, Given> flags = new HashMap<>();
    private Map<String, String> environment = Map.of();
    private Optional<Path> file = Optional.empty();
    private boolean fileless;

    public SettingsReader(SettingsSchema schema) {
        this.schema = schema;
    }

    /** Reads this file, which must exist, in place of the one that YOROZU_CONFIG names or {@code ./yorozu.yaml}. */
    public SettingsReader file(Path file) {
        this.file = Optional.of(file);
        return this;
    }

    /** Reads no file, not even one that lies at hand: for a server that must not meet what others have set up. */
    public SettingsReader withoutFile() {
        this.fileless = true;
        return this;
    }

    public SettingsReader environment(Map<String, String> environment) {
        this.environment = new TreeMap<>(environment);
        return this;
    }

    /** Sets one setting as a flag of the command line does, named as the flag is written. */
    public SettingsReader flag(String name, String flag, String value) {
        flags.put(name, new Given(value, flag));
        return this;
    }

    /** Throws {@link SettingsException} with one sentence when anything is unknown or not allowed. */
    public Settings read() {
        Map<String, Given> given = new HashMap<>();
        add(given, fromFile());
        add(given, fromEnvironment());
        add(given, flags);
        return new Settings(given);
    }

    private void add(Map<String, Given> given, Map<String, Given> stronger) {
        Settings one = new Settings(stronger);
        for (Map.Entry<String, Given> entry : stronger.entrySet()) {
            Setting<?> setting = schema.named(entry.getKey())
                    .orElseThrow(() ->
                            unknown(schema, entry.getKey(), entry.getValue().origin()));
            one.find(setting);
        }
        given.putAll(stronger);
    }

    static SettingsException unknown(SettingsSchema schema, String name, String origin) {
        return unknown("setting " + name, origin, schema.nearestName(name));
    }

    private static SettingsException unknown(String what, String origin, Optional<String> nearest) {
        return new SettingsException("Unknown " + what.replaceAll("\\p{Cntrl}", "?") + " from " + origin
                + nearest.map(name -> ": did you mean " + name + "?")
                        .orElse(": see docs/settings.md for all there are."));
    }

    private Map<String, Given> fromFile() {
        if (fileless) {
            return Map.of();
        }
        Optional<Path> named = file.or(
                () -> Optional.ofNullable(environment.get("YOROZU_CONFIG")).map(Path::of));
        if (named.isPresent()) {
            return new SettingsFile(schema, named.get()).read();
        }
        return Files.exists(DEFAULT_FILE) ? new SettingsFile(schema, DEFAULT_FILE).read() : Map.of();
    }

    private Map<String, Given> fromEnvironment() {
        environment.keySet().stream()
                .filter(schema::isUnknownVariable)
                .findFirst()
                .ifPresent(variable -> {
                    throw unknown("variable " + variable, "the environment", schema.nearestVariable(variable));
                });
        Map<String, Given> found = new HashMap<>();
        schema.settings()
                .forEach(setting -> fromEnvironment(setting).ifPresent(value -> found.put(setting.name(), value)));
        return found;
    }

    private Optional<Given> fromEnvironment(Setting<?> setting) {
        Optional<Given> own = variable(setting.variable(), "");
        for (Setting.Alias alias : setting.aliases()) {
            own = own.or(() -> variable(alias.variable(), alias.prefix()));
        }
        return own;
    }

    /** A variable that is set to nothing counts as not set: this is how hosting services leave one out. */
    private Optional<Given> variable(String name, String prefix) {
        return Optional.ofNullable(environment.get(name))
                .filter(value -> !value.isEmpty())
                .map(value -> new Given(prefix + value, "the variable " + name));
    }
}

package dev.yorozu.server.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** All settings there are, composed of groups; a system brings its own group. */
public final class SettingsSchema {
    static final String PREFIX = "YOROZU_";
    /** Variables of the launcher {@code ./yorozu} and of commands, which are no settings. */
    private static final Set<String> RESERVED = Set.of("YOROZU_CONFIG", "YOROZU_JAVA_OPTIONS", "YOROZU_IMPORT_SECRET");

    private final List<SettingsGroup> groups;
    private final Map<String, Setting<?>> byName = new LinkedHashMap<>();
    private final Map<String, Setting<?>> byVariable = new LinkedHashMap<>();
    private final Set<String> sections = new LinkedHashSet<>();

    private SettingsSchema(List<SettingsGroup> groups) {
        this.groups = List.copyOf(groups);
        for (SettingsGroup group : groups) {
            group.settings().forEach(this::add);
        }
    }

    public static SettingsSchema of(SettingsGroup... groups) {
        return new SettingsSchema(List.of(groups));
    }

    private void add(Setting<?> setting) {
        Setting<?> sameName = byName.put(setting.name(), setting);
        Setting<?> sameVariable = byVariable.put(setting.variable(), setting);
        if (sameName != null || sameVariable != null) {
            throw new IllegalArgumentException("Two settings are named " + setting.name());
        }
        String name = setting.name();
        for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
            sections.add(name.substring(0, dot));
        }
    }

    public List<SettingsGroup> groups() {
        return groups;
    }

    public Stream<Setting<?>> settings() {
        return byName.values().stream();
    }

    Optional<Setting<?>> named(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Whether a variable that looks like ours means nothing to us, which is most often a typing error. */
    boolean isUnknownVariable(String variable) {
        return variable.regionMatches(true, 0, PREFIX, 0, PREFIX.length())
                && !byVariable.containsKey(variable)
                && !RESERVED.contains(variable)
                && aliases().noneMatch(variable::equals);
    }

    private Stream<String> aliases() {
        return settings().flatMap(setting -> setting.aliases().stream()).map(Setting.Alias::variable);
    }

    /** Whether settings are named below this name, as {@code server.port} is below {@code server}. */
    boolean isSection(String name) {
        return sections.contains(name);
    }

    /** One of the settings that are named below a section. */
    String below(String section) {
        return byName.keySet().stream()
                .filter(name -> name.startsWith(section + "."))
                .findFirst()
                .orElseThrow();
    }

    /** The known names of settings and sections that are nearest to a mistyped one. */
    Optional<String> nearestName(String mistyped) {
        return NearestNames.of(
                mistyped,
                Stream.concat(byName.keySet().stream(), sections.stream()).toList());
    }

    Optional<String> nearestVariable(String mistyped) {
        return NearestNames.of(
                mistyped,
                Stream.of(byVariable.keySet().stream(), aliases(), RESERVED.stream())
                        .flatMap(variables -> variables)
                        .toList());
    }
}

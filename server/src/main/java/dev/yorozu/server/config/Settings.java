package dev.yorozu.server.config;

import java.util.Map;
import java.util.Optional;

/** The values of all settings of a schema: checked, and unchanging while the process runs. */
public final class Settings {
    private final Map<String, Given> given;

    /**
     * A text that somebody set.
     *
     * @param origin where it came from, as a message names it
     */
    record Given(String text, String origin) {}

    Settings(Map<String, Given> given) {
        this.given = Map.copyOf(given);
    }

    /** The value of a setting that always has one. */
    public <T> T value(Setting<T> setting) {
        return find(setting)
                .orElseThrow(() -> new SettingsException("Setting " + setting.name() + " is missing: it must be "
                        + setting.type().allowed() + "."));
    }

    /** The value of a setting that may be left open. */
    public <T> Optional<T> find(Setting<T> setting) {
        Given own = given.get(setting.name());
        if (own != null) {
            return Optional.of(parse(setting, own));
        }
        return setting.fallback().apply(this).map(text -> parse(setting, new Given(text, "its default")));
    }

    /** Whether somebody set it. */
    public boolean isGiven(Setting<?> setting) {
        return given.containsKey(setting.name());
    }

    private static <T> T parse(Setting<T> setting, Given given) {
        return setting.type()
                .parser()
                .apply(given.text())
                .orElseThrow(() -> new SettingsException(
                        "Setting " + setting.name() + " from " + given.origin() + shown(setting, given.text())
                                + " must be " + setting.type().allowed() + "."));
    }

    private static String shown(Setting<?> setting, String text) {
        if (setting.secret().test(text)) {
            return "";
        }
        String printable = text.replaceAll("\\p{Cntrl}", "?");
        return " is \"" + (printable.length() > 60 ? printable.substring(0, 60) + "…" : printable) + "\", but";
    }
}

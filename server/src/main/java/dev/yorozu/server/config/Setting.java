package dev.yorozu.server.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One thing that an operator can set, declared once: the file, the environment, the flags, the help and the reference are
 * all read from here.
 *
 * @param name dotted, as the file nests it
 * @param fallback what holds when nobody sets it; may look at the other settings
 * @param fallbackText the fallback as the reference shows it
 * @param aliases other environment variables than the one that the name gives, the strongest first
 * @param secret whether a text is a secret: never shown, and not to be read by others
 */
public record Setting<T>(
        String name,
        SettingType<T> type,
        Function<Settings, Optional<String>> fallback,
        String fallbackText,
        List<Alias> aliases,
        String help,
        Predicate<String> secret) {
    private static final Pattern NAME = Pattern.compile("[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)*");
    private static final Pattern HUMP = Pattern.compile("([a-z0-9])([A-Z])");

    public Setting {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("Not a setting's name: " + name);
        }
        aliases = List.copyOf(aliases);
    }

    /**
     * Another environment variable that a setting is read from, such as one that a hosting service sets.
     *
     * @param prefix written before the variable's value
     */
    public record Alias(String variable, String prefix) {}

    /** A setting with a fixed default. */
    public static <T> Setting<T> of(String name, SettingType<T> type, String fallback, String help) {
        return new Setting<>(
                name, type, settings -> Optional.of(fallback), "`" + fallback + "`", List.of(), help, text -> false);
    }

    /** A setting that may be left open. */
    public static <T> Setting<T> optional(String name, SettingType<T> type, String fallbackText, String help) {
        return new Setting<>(name, type, settings -> Optional.empty(), fallbackText, List.of(), help, text -> false);
    }

    public Setting<T> fallingBackTo(Function<Settings, String> fallback, String text) {
        return new Setting<>(name, type, fallback.andThen(Optional::of), text, aliases, help, secret);
    }

    /** This setting, also read from another variable; those named first are stronger. */
    public Setting<T> alsoFrom(String variable, String prefix) {
        List<Alias> more = new ArrayList<>(aliases);
        more.add(new Alias(variable, prefix));
        return new Setting<>(name, type, fallback, fallbackText, more, help, secret);
    }

    public Setting<T> asSecret() {
        return asSecretWhen(text -> true);
    }

    public Setting<T> asSecretWhen(Predicate<String> condition) {
        return new Setting<>(name, type, fallback, fallbackText, aliases, help, condition);
    }

    /** The environment variable that every setting has: {@code server.maxBodyBytes} is YOROZU_SERVER_MAX_BODY_BYTES. */
    public String variable() {
        return SettingsSchema.PREFIX
                + HUMP.matcher(name).replaceAll("$1_$2").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}

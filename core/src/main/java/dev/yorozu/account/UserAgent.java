package dev.yorozu.account;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a User-Agent tells of the device behind it. A client can write anything there, so it serves to recognise one's own
 * devices in a list, and nothing else.
 *
 * @param client the program, without its version, so that an update does not make a new device; empty when the text names
 *     none
 */
public record UserAgent(DeviceType type, OperatingSystem os, String client) {
    /** Browsers name their forebears for compatibility, so the most particular name comes first. */
    private static final List<Map.Entry<String, String>> BROWSERS = List.of(
            Map.entry("Edg", "Edge"),
            Map.entry("OPR/", "Opera"),
            Map.entry("SamsungBrowser/", "Samsung Internet"),
            Map.entry("Vivaldi/", "Vivaldi"),
            Map.entry("Firefox/", "Firefox"),
            Map.entry("FxiOS/", "Firefox"),
            Map.entry("CriOS/", "Chrome"),
            Map.entry("Chrome/", "Chrome"),
            Map.entry("Safari/", "Safari"));

    /** Systems name their forebears too: Android calls itself a Linux, and an iPhone is like a Mac. */
    private static final List<Map.Entry<String, OperatingSystem>> SYSTEMS = List.of(
            Map.entry("Android", OperatingSystem.ANDROID),
            Map.entry("iPhone", OperatingSystem.IOS),
            Map.entry("iPad", OperatingSystem.IOS),
            Map.entry("iOS", OperatingSystem.IOS),
            Map.entry("Windows", OperatingSystem.WINDOWS),
            Map.entry("Mac OS X", OperatingSystem.MACOS),
            Map.entry("Macintosh", OperatingSystem.MACOS),
            Map.entry("Linux", OperatingSystem.LINUX),
            Map.entry("CrOS", OperatingSystem.LINUX));

    private static final Pattern PRODUCT = Pattern.compile("([0-9A-Za-z][0-9A-Za-z._-]{0,63})(/.*)?", Pattern.DOTALL);

    public static UserAgent of(String userAgent) {
        OperatingSystem os = first(SYSTEMS, userAgent).orElse(OperatingSystem.UNKNOWN);
        String client = first(BROWSERS, userAgent).orElseGet(() -> product(userAgent));
        return new UserAgent(type(userAgent, os), os, client);
    }

    private static DeviceType type(String agent, OperatingSystem os) {
        boolean mobile = os == OperatingSystem.ANDROID || os == OperatingSystem.IOS;
        boolean embedded = mobile && agent.contains("; wv)");
        if (agent.contains("Electron/")) {
            return DeviceType.DESKTOP_APP;
        }
        if (agent.startsWith("Mozilla/") && !embedded) {
            return DeviceType.BROWSER;
        }
        boolean app =
                mobile || agent.startsWith("okhttp/") || agent.startsWith("Dart/") || agent.contains("CFNetwork/");
        return app ? DeviceType.MOBILE_APP : DeviceType.OTHER;
    }

    /** What the first name stands for that the text contains. */
    private static <T> Optional<T> first(List<Map.Entry<String, T>> names, String agent) {
        for (Map.Entry<String, T> name : names) {
            if (agent.contains(name.getKey())) {
                return Optional.of(name.getValue());
            }
        }
        return Optional.empty();
    }

    private static String product(String agent) {
        Matcher product = PRODUCT.matcher(agent.strip().split("\\s", 2)[0]);
        return product.matches() ? product.group(1) : "";
    }
}

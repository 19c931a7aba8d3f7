package dev.yorozu.account;

import java.util.LinkedHashMap;
import java.util.Map;
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
    private static final Map<String, String> BROWSERS = new LinkedHashMap<>();

    private static final Pattern PRODUCT = Pattern.compile("([0-9A-Za-z][0-9A-Za-z._-]{0,63})(/.*)?", Pattern.DOTALL);

    static {
        BROWSERS.put("Edg", "Edge");
        BROWSERS.put("OPR/", "Opera");
        BROWSERS.put("SamsungBrowser/", "Samsung Internet");
        BROWSERS.put("Vivaldi/", "Vivaldi");
        BROWSERS.put("Firefox/", "Firefox");
        BROWSERS.put("FxiOS/", "Firefox");
        BROWSERS.put("CriOS/", "Chrome");
        BROWSERS.put("Chrome/", "Chrome");
        BROWSERS.put("Safari/", "Safari");
    }

    public static UserAgent of(String userAgent) {
        OperatingSystem os = os(userAgent);
        return new UserAgent(type(userAgent, os), os, client(userAgent));
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

    /** Systems name their forebears too: Android calls itself a Linux, and an iPhone is like a Mac. */
    private static OperatingSystem os(String agent) {
        if (agent.contains("Android")) {
            return OperatingSystem.ANDROID;
        }
        if (agent.contains("iPhone") || agent.contains("iPad") || agent.contains("iOS")) {
            return OperatingSystem.IOS;
        }
        if (agent.contains("Windows")) {
            return OperatingSystem.WINDOWS;
        }
        if (agent.contains("Mac OS X") || agent.contains("Macintosh")) {
            return OperatingSystem.MACOS;
        }
        return agent.contains("Linux") || agent.contains("CrOS") ? OperatingSystem.LINUX : OperatingSystem.UNKNOWN;
    }

    private static String client(String agent) {
        for (Map.Entry<String, String> browser : BROWSERS.entrySet()) {
            if (agent.contains(browser.getKey())) {
                return browser.getValue();
            }
        }
        String[] words = agent.strip().split("\\s", 2);
        Matcher product = PRODUCT.matcher(words[0]);
        return product.matches() ? product.group(1) : "";
    }
}

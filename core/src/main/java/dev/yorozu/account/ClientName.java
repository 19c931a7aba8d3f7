package dev.yorozu.account;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The program behind a User-Agent, without its version, so that an update does not make a new device.
 *
 * <p>Browsers name their forebears for compatibility, so the most particular name is looked for first.
 */
public final class ClientName {
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

    private ClientName() {}

    /** The program's name; empty when the text names none. */
    public static String of(String userAgent) {
        for (Map.Entry<String, String> browser : BROWSERS.entrySet()) {
            if (userAgent.contains(browser.getKey())) {
                return browser.getValue();
            }
        }
        String[] words = userAgent.strip().split("\\s", 2);
        Matcher product = PRODUCT.matcher(words[0]);
        return product.matches() ? product.group(1) : "";
    }
}

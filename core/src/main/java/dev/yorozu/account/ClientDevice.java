package dev.yorozu.account;

/**
 * What a User-Agent tells of the device behind it. Anybody can write anything there, so it serves to recognise one's own
 * devices in a list, and nothing else.
 *
 * @param client the program, without its version; empty when the text names none
 */
public record ClientDevice(DeviceType type, OperatingSystem os, String client) {
    public static ClientDevice of(String userAgent) {
        OperatingSystem os = os(userAgent);
        return new ClientDevice(type(userAgent, os), os, ClientName.of(userAgent));
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
}

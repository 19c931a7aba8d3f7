package dev.yorozu.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What User-Agents tell of devices. */
class ClientDeviceTest {
    private static void tells(String agent, DeviceType type, OperatingSystem os, String client) {
        assertThat(ClientDevice.of(agent)).isEqualTo(new ClientDevice(type, os, client));
    }

    @Test
    void browsersAndAppsAreToldApartWithTheirSystems() {
        tells(
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
                DeviceType.BROWSER,
                OperatingSystem.IOS,
                "Safari");
        tells(
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36",
                DeviceType.BROWSER,
                OperatingSystem.ANDROID,
                "Chrome");
        tells(
                "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0; wv)",
                DeviceType.MOBILE_APP,
                OperatingSystem.ANDROID,
                "Chrome");
        tells(
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Electron/38.0 Safari/537.36",
                DeviceType.DESKTOP_APP,
                OperatingSystem.WINDOWS,
                "Chrome");
        tells("okhttp/4.12.0", DeviceType.MOBILE_APP, OperatingSystem.UNKNOWN, "okhttp");
        tells("curl/8.14.1", DeviceType.OTHER, OperatingSystem.UNKNOWN, "curl");
        tells("", DeviceType.OTHER, OperatingSystem.UNKNOWN, "");
    }
}

package dev.yorozu.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What User-Agents tell of devices. */
class UserAgentTest {
    private static void tells(String agent, DeviceType type, OperatingSystem os, String client) {
        assertThat(UserAgent.of(agent)).isEqualTo(new UserAgent(type, os, client));
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

    @ParameterizedTest
    @CsvSource({
        "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0, Firefox",
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36, Chrome",
        "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0, Edge",
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18.0 Mobile/15E148 Safari/604.1, Safari",
        "curl/8.5.0, curl",
        "MyApp/1.2 (build 3), MyApp",
        "'', ''",
        "(weird), ''"
    })
    void theProgramIsNamedWithoutItsVersion(String userAgent, String name) {
        assertThat(UserAgent.of(userAgent).client()).isEqualTo(name);
    }
}

package dev.yorozu.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientNameTest {
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
        assertThat(ClientName.of(userAgent)).isEqualTo(name);
    }
}

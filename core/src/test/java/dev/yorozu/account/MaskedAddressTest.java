package dev.yorozu.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskedAddressTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.77, 192.0.2.0",
        "255.255.255.255, 255.255.255.0",
        "::ffff:192.0.2.77, 192.0.2.0",
        "2001:db8:1:2:3:4:5:6, 2001:db8:1::",
        "2001:DB8::1, 2001:db8::",
        "[2001:db8:0:ffff::1], 2001:db8::",
        "fe80::1%eth0, fe80::",
        "::1, ::",
        "0:5:0:1::, 0:5::",
        "' 198.51.100.1 ', 198.51.100.0"
    })
    void theLastOctetOrTheLast80BitsAreHidden(String address, String masked) {
        assertThat(MaskedAddress.of(address).text()).isEqualTo(masked);
        assertThat(MaskedAddress.of(masked).text()).isEqualTo(masked);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "unknown",
                "localhost",
                "256.1.1.1",
                "1.2.3",
                "1.2.3.4.5",
                "::g",
                ".:1",
                "1:2:3",
                "192.0.2.7:80"
            })
    void whatIsNoAddressIsKeptAsNothing(String text) {
        assertThat(MaskedAddress.of(text)).isEqualTo(MaskedAddress.NONE);
    }

    @Test
    void anAddressThatIsNotMaskedCannotBeMadeOne() throws Exception {
        assertThatThrownBy(() -> new MaskedAddress("192.0.2.77"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("192");
        assertThat(MaskedAddress.of(InetAddress.getByAddress(new byte[] {10, 1, 2, 3}))
                        .text())
                .isEqualTo("10.1.2.0");
    }
}

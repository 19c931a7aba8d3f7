package dev.yorozu.server.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressRangeTest {
    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "1.2.3.4", "10.0.0.255", "127.0.0.1", "255.255.255.255", "::1", "2001:db8::1"})
    void anAddressIsReadAsJavaReadsIt(String text) throws Exception {
        assertThat(AddressRange.address(text)).hasValue(InetAddress.getByName(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.2.3.4:80", "[1.2.3.4]:80"})
    void aPortIsLeftOut(String text) throws Exception {
        assertThat(AddressRange.address(text)).hasValue(InetAddress.getByName("1.2.3.4"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "1",
                "1.2.3",
                "1.2.3.",
                "1..2.3",
                ".1.2.3",
                "1.2.3.4.",
                "1.2.3.4.5",
                "1.2.3.256",
                "1.2.3.1000",
                "1.2.3.+4",
                "1.2.3.４",
                "1.2.3.4 ",
                "localhost",
                "example.com"
            })
    void anythingElseIsNone(String text) {
        assertThat(AddressRange.address(text)).isEmpty();
    }
}

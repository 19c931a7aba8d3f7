package dev.yorozu.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SubscriberTest {
    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.1, true",
        "192.0.2.1, 192.0.2.2, false",
        "2001:db8:1:2::1, 2001:db8:1:2:ffff::9, true",
        "2001:db8:1:2::1, 2001:db8:1:3::1, false",
        "::ffff:192.0.2.1, 192.0.2.1, true",
        "::c000:201, 192.0.2.1, false"
    })
    void oneAddressOrOneNetworkOfSixteenBytesIsOneSubscriber(String one, String other, boolean same) throws Exception {
        assertThat(Subscriber.of(InetAddress.getByName(one)).equals(Subscriber.of(InetAddress.getByName(other))))
                .isEqualTo(same);
    }
}

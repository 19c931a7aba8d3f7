package dev.yorozu.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachTest {
    private static Reach reach(String address) {
        return Reach.of(Names.address(address));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.1.1.1",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.255",
                "100.128.0.0",
                "126.255.255.255",
                "128.0.0.0",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "2001:200::1",
                "2606:4700::1111",
                "2a00::1",
                "::ffff:1.1.1.1",
                "64:ff9b::1.1.1.1"
            })
    void thisIsTheInternet(String address) {
        assertThat(reach(address)).isEqualTo(Reach.PUBLIC);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.255.255.255", "::1", "::ffff:127.0.0.1", "64:ff9b::127.0.0.1"})
    void thisIsTheMachineItself(String address) {
        assertThat(reach(address)).isEqualTo(Reach.LOOPBACK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.0",
                "10.255.255.255",
                "172.16.0.0",
                "172.31.255.255",
                "192.168.0.0",
                "192.168.255.255",
                "100.64.0.0",
                "100.127.255.255",
                "fc00::",
                "fdff:ffff::1",
                "::ffff:10.0.0.1",
                "64:ff9b::192.168.0.1"
            })
    void thisIsThePrivateNetwork(String address) {
        assertThat(reach(address)).isEqualTo(Reach.PRIVATE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.255.255.255",
                "169.254.0.0",
                "169.254.169.254",
                "168.63.129.16",
                "100.100.100.200",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.1",
                "203.0.113.1",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::2",
                "::127.0.0.1",
                "::8.8.8.8",
                "64:ff9b::169.254.169.254",
                "64:ff9b:1::8.8.8.8",
                "100::1",
                "2001::1",
                "2001:0:7f00:1::",
                "2001:2::1",
                "2001:db8::1",
                "2002:7f00:1::1",
                "2002:808:808::1",
                "3fff::1",
                "4000::1",
                "fd00:ec2::254",
                "fe80::1",
                "febf::1",
                "fec0::1",
                "ff02::1"
            })
    void thisIsNowhereThatAWebhookIsMeantFor(String address) {
        assertThat(reach(address)).isEqualTo(Reach.NEVER);
    }

    @Test
    void anIpv4AddressIsJudgedAsSuchEvenWhereJavaLeavesItInIpv6() throws Exception {
        byte[] bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 127, 0, 0, 1};
        assertThat(Reach.of(Inet6Address.getByAddress(null, bytes, 0))).isEqualTo(Reach.LOOPBACK);
    }
}

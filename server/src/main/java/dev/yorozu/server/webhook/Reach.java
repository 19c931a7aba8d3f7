package dev.yorozu.server.webhook;

import dev.yorozu.server.net.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * How far away an address is, by the registries of special-purpose addresses (RFC 6890). The first whose ranges hold an
 * address counts. Of IPv6 only what is given out as global unicast is public, so that a range that is yet unknown is not.
 */
enum Reach {
    /** Nowhere that a webhook could be meant for: link-local, multicast, reserved, and what clouds tell their machines. */
    NEVER(
            "0.0.0.0/8",
            // Link-local, where clouds keep credentials for callers from within; then where some keep them instead.
            "169.254.0.0/16",
            "168.63.129.16",
            "100.100.100.200",
            "fd00:ec2::254",
            // Protocol assignments, documentation, relays that are gone, and benchmarks.
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            // Multicast, and all that was kept back, broadcast included.
            "224.0.0.0/4",
            "240.0.0.0/4",
            // Within global unicast: Teredo and other protocols, documentation, and 6to4. Tunnels have an IPv4 address
            // in them that would have to be judged; nobody receives webhooks at their end.
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
            "2002::/16"),
    /** This machine. */
    LOOPBACK("127.0.0.0/8", "::1"),
    /** The network that this machine is in, and those of its provider. */
    PRIVATE("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"),
    /** Somewhere in the internet. */
    PUBLIC("0.0.0.0/0", "2000::/3");

    /** Behind this prefix is an IPv4 address, to which a NAT64 translates. */
    private static final AddressRange NAT64 = range("64:ff9b::/96");

    private final List<AddressRange> ranges;

    Reach(String... ranges) {
        this.ranges = Arrays.stream(ranges).map(Reach::range).toList();
    }

    private static AddressRange range(String text) {
        return AddressRange.parse(text).orElseThrow();
    }

    static Reach of(InetAddress address) {
        byte[] bytes = address.getAddress();
        InetAddress plain = plain(NAT64.contains(address) ? Arrays.copyOfRange(bytes, 12, 16) : bytes);
        return Arrays.stream(values())
                .filter(reach -> reach.ranges.stream().anyMatch(range -> range.contains(plain)))
                .findFirst()
                .orElse(NEVER);
    }

    /** The address with these bytes; one of IPv4 that is written as IPv6 ({@code ::ffff:a.b.c.d}) becomes IPv4. */
    private static InetAddress plain(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("An address has 4 or 16 bytes, not " + bytes.length, e);
        }
    }

    /** Whether a policy lets webhooks go so far: in plain text only to this machine. */
    boolean permitted(WebhookPolicy policy, boolean encrypted) {
        return switch (this) {
            case PUBLIC -> encrypted;
            case LOOPBACK -> encrypted ? policy.privateAddresses() : policy.plainHttpToLoopback();
            case PRIVATE -> encrypted && policy.privateAddresses();
            case NEVER -> false;
        };
    }
}

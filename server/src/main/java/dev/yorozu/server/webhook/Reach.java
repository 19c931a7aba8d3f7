package dev.yorozu.server.webhook;

import dev.yorozu.server.net.AddressRange;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/**
 * How far away an address is, by the registries of special-purpose addresses (RFC 6890). Of IPv6 only what is given out
 * as global unicast counts as public, so that a range that is yet unknown is not.
 */
enum Reach {
    /** Somewhere in the internet. */
    PUBLIC,
    /** This machine. */
    LOOPBACK,
    /** The network that this machine is in, and those of its provider. */
    PRIVATE,
    /** Nowhere that a webhook could be meant for: link-local, multicast, reserved, and what clouds tell their machines. */
    NEVER;

    private static final List<AddressRange> LOOPBACKS = ranges("127.0.0.0/8", "::1");
    private static final List<AddressRange> PRIVATES =
            ranges("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7");
    private static final List<AddressRange> NEVERS = ranges(
            "0.0.0.0/8",
            // Link-local, where clouds keep credentials for whoever asks from within; then where some keep them
            // instead.
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
            // in
            // them that would have to be judged; nobody receives webhooks at their end.
            "2001::/23",
            "2001:db8::/32",
            "3fff::/20",
            "2002::/16");
    private static final List<AddressRange> GLOBAL_UNICAST = ranges("2000::/3");

    /** In front of an IPv4 address: one that is written as IPv6, and one that a NAT64 translates. */
    private static final List<byte[]> TRANSLATED = List.of(
            new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1},
            new byte[] {0, 0x64, -1, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0});

    private static List<AddressRange> ranges(String... texts) {
        return Arrays.stream(texts)
                .map(text -> AddressRange.parse(text).orElseThrow())
                .toList();
    }

    static Reach of(InetAddress address) {
        byte[] bytes = address.getAddress();
        if (bytes.length == 16 && TRANSLATED.stream().anyMatch(prefix -> startsWith(bytes, prefix))) {
            return ofPlain(address(Arrays.copyOfRange(bytes, 12, 16)));
        }
        return ofPlain(address);
    }

    private static InetAddress address(byte[] bytes) {
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("An address has 4 or 16 bytes, not " + bytes.length, e);
        }
    }

    private static Reach ofPlain(InetAddress address) {
        if (within(NEVERS, address)) {
            return NEVER;
        }
        if (within(LOOPBACKS, address)) {
            return LOOPBACK;
        }
        if (within(PRIVATES, address)) {
            return PRIVATE;
        }
        return address.getAddress().length == 4 || within(GLOBAL_UNICAST, address) ? PUBLIC : NEVER;
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

    private static boolean within(List<AddressRange> ranges, InetAddress address) {
        return ranges.stream().anyMatch(range -> range.contains(address));
    }

    private static boolean startsWith(byte[] bytes, byte[] prefix) {
        return Arrays.equals(bytes, 0, prefix.length, prefix, 0, prefix.length);
    }
}

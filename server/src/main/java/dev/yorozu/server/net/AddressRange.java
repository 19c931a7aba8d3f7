package dev.yorozu.server.net;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** One address, or a block of them as in {@code 10.0.0.0/8} or {@code fd00::/8}. */
public final class AddressRange {
    /** Only what is an address already: a name would be looked up in the network. */
    private static final Pattern ADDRESS =
            Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}|[0-9a-fA-F:]*:[0-9a-fA-F:]*(\\d{1,3}(\\.\\d{1,3}){3})?");

    private final byte[] network;
    private final int bits;

    private AddressRange(byte[] network, int bits) {
        this.network = network;
        this.bits = bits;
    }

    public static Optional<AddressRange> parse(String text) {
        int slash = text.indexOf('/');
        Optional<byte[]> network =
                address(slash < 0 ? text : text.substring(0, slash)).map(InetAddress::getAddress);
        if (network.isEmpty()) {
            return Optional.empty();
        }
        int all = network.get().length * 8;
        int bits = slash < 0 ? all : bits(text.substring(slash + 1), all);
        return bits < 0 ? Optional.empty() : Optional.of(new AddressRange(network.get(), bits));
    }

    private static int bits(String text, int most) {
        int bits = text.matches("\\d{1,3}") ? Integer.parseInt(text) : -1;
        return bits <= most ? bits : -1;
    }

    /** The address that a text spells, with or without brackets and a port; a host name is none. */
    public static Optional<InetAddress> address(String text) {
        Optional<InetAddress> plain = plainIpv4(text);
        return plain.isPresent() ? plain : spelled(text);
    }

    /** Four numbers without zeros before them and dots between, as nearly every address is written; empty for all else. */
    private static Optional<InetAddress> plainIpv4(String text) {
        byte[] bytes = new byte[4];
        int at = 0;
        for (int i = 0; i < bytes.length; i++) {
            int start = at;
            int number = 0;
            while (at < text.length() && at - start < 3 && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                number = number * 10 + text.charAt(at++) - '0';
            }
            int digits = at - start;
            boolean ends = i == 3 ? at == text.length() : at < text.length() && text.charAt(at) == '.';
            if (digits == 0 || !ends || number > 255 || (digits > 1 && text.charAt(start) == '0')) {
                return Optional.empty();
            }
            bytes[i] = (byte) number;
            at++;
        }
        try {
            return Optional.of(InetAddress.getByAddress(bytes));
        } catch (UnknownHostException wrongLength) {
            return Optional.empty();
        }
    }

    private static Optional<InetAddress> spelled(String text) {
        String bare = withoutPort(text);
        if (bare.length() > 45 || !ADDRESS.matcher(bare).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(bare));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    private static String withoutPort(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            return end < 0 ? text : text.substring(1, end);
        }
        int colon = text.indexOf(':');
        return colon >= 0 && colon == text.lastIndexOf(':') ? text.substring(0, colon) : text;
    }

    /** Whether the address lies in any of these. */
    public static boolean anyContains(List<AddressRange> ranges, InetAddress address) {
        if (ranges.isEmpty()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        for (AddressRange range : ranges) {
            if (range.contains(bytes)) {
                return true;
            }
        }
        return false;
    }

    public boolean contains(InetAddress address) {
        return contains(address.getAddress());
    }

    /** Whether the address of these bytes lies in it. */
    public boolean contains(byte[] bytes) {
        if (bytes.length != network.length) {
            return false;
        }
        int whole = bits / 8;
        int rest = bits % 8;
        return Arrays.equals(bytes, 0, whole, network, 0, whole)
                && (rest == 0 || (bytes[whole] & 0xff) >> (8 - rest) == (network[whole] & 0xff) >> (8 - rest));
    }
}

package dev.yorozu.account;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * The address of a client, coarse enough that it no longer names one household: of IPv4 the last octet is zero, of IPv6
 * the last 80 bits.
 *
 * <p>The only form in which a directory takes addresses, so that no other can get into it. An IPv4 address within IPv6
 * ({@code ::ffff:192.0.2.1}) is one of IPv4. What is no address at all is kept as nothing.
 *
 * @param text the masked address, or empty
 */
public record MaskedAddress(String text) {
    public static final MaskedAddress NONE = new MaskedAddress("");

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:][0-9A-Fa-f:.]{1,44}");
    private static final int KEPT_BYTES_OF_IPV6 = 6;

    public MaskedAddress {
        if (!text.isEmpty() && !mask(text).equals(text)) {
            throw new IllegalArgumentException("This address is not masked");
        }
    }

    /** Masks an address as clients and proxies write it; brackets and zones of IPv6 are left out. */
    public static MaskedAddress of(String address) {
        return new MaskedAddress(mask(address));
    }

    public static MaskedAddress of(InetAddress address) {
        return new MaskedAddress(mask(address.getAddress()));
    }

    private static String mask(String address) {
        String bare = address.strip();
        if (bare.length() > 1 && bare.startsWith("[") && bare.endsWith("]")) {
            bare = bare.substring(1, bare.length() - 1);
        }
        int zone = bare.indexOf('%');
        bare = zone < 0 ? bare : bare.substring(0, zone);
        boolean literal = IPV4.matcher(bare).matches()
                || (bare.indexOf(':') >= 0 && IPV6.matcher(bare).matches());
        if (!literal) {
            return "";
        }
        try {
            // What has passed as a literal is never looked up; one of IPv6 that is none after all is refused.
            return mask(InetAddress.getByName(bare).getAddress());
        } catch (UnknownHostException notAnAddress) {
            return "";
        }
    }

    private static String mask(byte[] bytes) {
        if (bytes.length == 4) {
            return (bytes[0] & 0xff) + "." + (bytes[1] & 0xff) + "." + (bytes[2] & 0xff) + ".0";
        }
        StringBuilder groups = new StringBuilder();
        for (int i = 0; i < KEPT_BYTES_OF_IPV6; i += 2) {
            groups.append(Integer.toHexString(((bytes[i] & 0xff) << 8) | (bytes[i + 1] & 0xff)))
                    .append(':');
        }
        String kept = groups.toString();
        return kept.equals("0:0:0:") ? "::" : kept.replaceFirst("(:0)+:$", ":") + ":";
    }

    @Override
    public String toString() {
        return text;
    }
}

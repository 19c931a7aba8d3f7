package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The parts of an address that a request is made of.
 *
 * @param host in lower case, an IPv6 address without its brackets
 * @param resource the path and query, in ASCII; they may hold secrets
 */
record Target(boolean encrypted, String host, int port, String resource) {
    /**
     * A name that DNS could know. What ends in a number is none: there are programs that read {@code 2130706433},
     * {@code 0177.0.0.1} and {@code 0x7f.1} as the address of this machine.
     */
    private static final Pattern NAME = Pattern.compile("(?=.{1,253}$)([a-z0-9-]{1,63}\\.)*[a-z-][a-z0-9-]{0,62}");

    private static final Pattern IPV4 =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");

    /** Empty for what has no host that could be connected to. */
    static Optional<Target> of(URI uri) {
        URI ascii = URI.create(uri.toASCIIString());
        // A name may end in a dot; an IPv6 address is in brackets.
        String host = Optional.ofNullable(ascii.getHost())
                .orElse("")
                .toLowerCase(Locale.ROOT)
                .replaceFirst("\\.$", "")
                .replaceAll("[\\[\\]]", "");
        boolean encrypted = "https".equalsIgnoreCase(ascii.getScheme());
        int port = ascii.getPort() == -1 ? usualPort(encrypted) : ascii.getPort();
        String path = Optional.ofNullable(ascii.getRawPath())
                .filter(text -> !text.isEmpty())
                .orElse("/");
        String query =
                Optional.ofNullable(ascii.getRawQuery()).map(text -> "?" + text).orElse("");
        return Optional.of(new Target(encrypted, host, port, path + query))
                .filter(target -> port >= 1 && port <= 65_535)
                .filter(target ->
                        NAME.matcher(host).matches() || target.literal().isPresent());
    }

    private static int usualPort(boolean encrypted) {
        return encrypted ? 443 : 80;
    }

    /**
     * The address that the host spells, unless it is a name. Never looks into the network; an IPv6 address with the name
     * of an interface is none.
     */
    Optional<InetAddress> literal() {
        if (host.indexOf('%') >= 0 || !(isIpv6() || IPV4.matcher(host).matches())) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    private boolean isIpv6() {
        return host.indexOf(':') >= 0;
    }

    /** The host as a URL names it. */
    String urlHost() {
        return isIpv6() ? "[" + host + "]" : host;
    }

    /** As a Host header names it. */
    String authority() {
        return port == usualPort(encrypted) ? urlHost() : urlHost() + ":" + port;
    }

    /** Without the secrets in it. */
    @Override
    public String toString() {
        return host;
    }
}

package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
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
    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;
    private static final Pattern OCTETS =
            Pattern.compile("(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)(\\.(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)){3}");

    /** Empty for what has no host that could be connected to. */
    static Optional<Target> of(URI uri) {
        URI ascii = URI.create(uri.toASCIIString());
        String host = Optional.ofNullable(ascii.getHost()).orElse("").toLowerCase(Locale.ROOT);
        if (host.endsWith(".")) {
            host = host.substring(0, host.length() - 1);
        }
        boolean encrypted = "https".equalsIgnoreCase(ascii.getScheme());
        int port = ascii.getPort() == -1 ? (encrypted ? 443 : 80) : ascii.getPort();
        if (port < 1 || port > 65_535) {
            return Optional.empty();
        }
        if (host.startsWith("[")) {
            host = host.substring(1, host.length() - 1);
        } else if (!isName(host) && !OCTETS.matcher(host).matches()) {
            return Optional.empty();
        }
        Target target = new Target(encrypted, host, port, resource(ascii));
        return target.isLiteral() && target.literal().isEmpty() ? Optional.empty() : Optional.of(target);
    }

    /**
     * Whether a host is a name that DNS could know. What ends in a number is none: there are programs that read
     * {@code 2130706433}, {@code 0177.0.0.1} and {@code 0x7f.1} as the address of this machine.
     */
    private static boolean isName(String host) {
        String[] labels = host.split("\\.", -1);
        return host.length() <= LONGEST_NAME
                && Arrays.stream(labels).allMatch(label -> !label.isEmpty() && label.length() <= LONGEST_LABEL)
                && !Character.isDigit(labels[labels.length - 1].charAt(0));
    }

    private static String resource(URI ascii) {
        String path = Optional.ofNullable(ascii.getRawPath()).orElse("");
        String query = ascii.getRawQuery();
        return (path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    /** Whether the host is an address already and not a name. */
    boolean isLiteral() {
        return host.indexOf(':') >= 0 || OCTETS.matcher(host).matches();
    }

    /** The address that the host spells. Never looks into the network; an address of one interface is none. */
    Optional<InetAddress> literal() {
        if (!isLiteral() || host.indexOf('%') >= 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(host));
        } catch (UnknownHostException malformed) {
            return Optional.empty();
        }
    }

    /** As a Host header names it. */
    String authority() {
        String name = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == (encrypted ? 443 : 80) ? name : name + ":" + port;
    }

    /** Without the secrets in it. */
    @Override
    public String toString() {
        return host;
    }
}

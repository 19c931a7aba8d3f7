package dev.yorozu.server.net;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Where a page comes from: a scheme and a host with its port, in the one spelling that comparison needs.
 *
 * @param host in lower case, with the port unless it is the scheme's own
 */
public record Origin(String scheme, String host) {
    private static final int LONGEST = 300;
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    /** The origin of an address; empty for what is no address of the web, such as the word {@code null}. */
    public static Optional<Origin> of(String address) {
        int colon = address.indexOf("://");
        if (colon < 0) {
            return Optional.empty();
        }
        String scheme = address.substring(0, colon).toLowerCase(Locale.ROOT);
        int start = colon + 3;
        int end = start;
        while (end < address.length() && "/?#".indexOf(address.charAt(end)) < 0) {
            end++;
        }
        return scheme.equals("http") || scheme.equals("https")
                ? host(scheme, address.substring(start, end))
                : Optional.empty();
    }

    /** An address that is nothing but an origin, as operators write one: a path makes it something else. */
    public static Optional<Origin> exactly(String address) {
        return of(address)
                .filter(origin -> address.indexOf('/', address.indexOf("://") + 3) < 0
                        && address.indexOf('?') < 0
                        && address.indexOf('#') < 0);
    }

    /** The origin of a host as a request names it. */
    public static Optional<Origin> host(String scheme, String host) {
        if (host.isEmpty() || host.length() > LONGEST || !isPlain(host)) {
            return Optional.empty();
        }
        String lower = host.toLowerCase(Locale.ROOT);
        String ownPort = scheme.equals("https") ? ":443" : ":80";
        String bare = lower.endsWith(ownPort) ? lower.substring(0, lower.length() - ownPort.length()) : lower;
        return bare.isEmpty() ? Optional.empty() : Optional.of(new Origin(scheme, bare));
    }

    private static boolean isPlain(String host) {
        for (int i = 0; i < host.length(); i++) {
            if (!isPlain(host.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** What names, addresses and ports consist of; above all no user name with its {@code @}. */
    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '.'
                || c == '-'
                || c == '_'
                || c == ':'
                || c == '['
                || c == ']';
    }

    /** This origin under {@code www.}, for a site that is known by both names. */
    public Origin www() {
        return host.startsWith("www.") ? this : new Origin(scheme, "www." + host);
    }

    /** Whether this is the machine itself, where plain HTTP is as good as encrypted. */
    public boolean isLoopback() {
        int port = host.lastIndexOf(':');
        String name = port > host.lastIndexOf(']') ? host.substring(0, port) : host;
        return LOOPBACK.contains(name) || name.endsWith(".localhost");
    }

    public boolean isSecure() {
        return scheme.equals("https");
    }

    @Override
    public String toString() {
        return scheme + "://" + host;
    }
}

package dev.yorozu.server.outgoing;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/** Where a call may go: anywhere over TLS, and over plain HTTP to this machine only. */
public final class Destination {
    private static final Pattern LOOPBACK =
            Pattern.compile("localhost|127(\\.(25[0-5]|2[0-4]\\d|1?\\d?\\d)){3}|\\[::1]");

    private Destination() {}

    /** Whether secrets may be sent there. Looks at the text alone: a name that leads here by DNS is not this machine. */
    public static boolean isSafe(URI uri) {
        if (uri.getHost() == null || uri.getUserInfo() != null || uri.getFragment() != null) {
            return false;
        }
        return "https".equalsIgnoreCase(uri.getScheme())
                || ("http".equalsIgnoreCase(uri.getScheme()) && isLoopback(uri.getHost()));
    }

    /** Whether a host, as a URL names it, is this machine. */
    public static boolean isLoopback(String host) {
        return LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
    }
}

package dev.yorozu.server.http.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.logging.Logger;

/**
 * How many connections the system lets this process have. Each takes a file descriptor, and Helidon's listener ends for
 * good when it cannot accept one more; what the store and the rest need is left to them.
 */
public final class FileDescriptors {
    private static final Logger LOGGER = Logger.getLogger(FileDescriptors.class.getName());

    private FileDescriptors() {}

    /** As many connections as are wanted, or as the system allows. */
    public static int connections(int wanted) {
        long most = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        int allowed = connections(wanted, most);
        if (allowed < wanted) {
            LOGGER.warning(() -> "At most " + allowed + " connections are served instead of " + wanted
                    + " (server.maxConnections), because this process may have " + most
                    + " open files: raise that limit (ulimit -n, LimitNOFILE).");
        }
        return allowed;
    }

    /** A quarter of the descriptors is for others, and those that are refused need some for a moment. */
    static int connections(int wanted, long most) {
        long free = most / 4 * 3 - Connections.REFUSED_AT_ONCE;
        return (int) Math.max(1, Math.min(wanted, free));
    }
}

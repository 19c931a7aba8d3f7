package dev.yorozu.server.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** Finds the addresses of a host. May block. */
@FunctionalInterface
public interface Resolver {
    /**
     * All addresses of a host, the preferred first.
     *
     * @throws UnknownHostException when it has none, or when that cannot be found out now
     */
    List<InetAddress> resolve(String host) throws UnknownHostException;
}

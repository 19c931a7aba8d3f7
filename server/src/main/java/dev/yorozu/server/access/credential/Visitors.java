package dev.yorozu.server.access.credential;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.credential.Credentials;
import dev.yorozu.server.access.AttemptLimiter;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * Those who come with a credential, by whichever door or interface. Wrong secrets are counted by address over all of them.
 * Safe for use by many threads.
 *
 * @param addresses what stands for an address in the audit log
 */
public record Visitors(
        Credentials credentials,
        AttemptLimiter attempts,
        AuditLog audit,
        Function<InetAddress, String> addresses,
        InstantSource clock) {
    /**
     * One of whom nothing is known but where it comes from.
     *
     * @param entrance the name of the door or interface, for the audit log
     */
    public Visitor visitor(String entrance, InetAddress address) {
        return new Visitor(entrance, this, address, addresses.apply(address));
    }
}

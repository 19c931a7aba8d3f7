package dev.yorozu.server.doors;

import dev.yorozu.audit.AuditLog;
import dev.yorozu.command.Commands;
import dev.yorozu.command.Session;
import dev.yorozu.credential.Credentials;
import dev.yorozu.keyspace.Keyspace;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.access.AttemptLimiter;
import dev.yorozu.store.Durability;
import dev.yorozu.store.Store;
import dev.yorozu.store.backend.Limits;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.function.Function;

/** What the doors of one server have in common. Safe for use by many threads. */
public final class Doors {
    private final Commands commands;
    private final Credentials credentials;
    private final AttemptLimiter attempts;
    private final AuditLog audit;
    private final Function<InetAddress, String> addresses;
    private final InstantSource clock;

    /**
     * All that is given stays the caller's.
     *
     * @param addresses what stands for an address in the audit log
     */
    public Doors(
            Store store,
            Limits limits,
            AuditLog audit,
            Function<InetAddress, String> addresses,
            RandomTokens random,
            InstantSource clock) {
        this.commands = new Commands(store, Keyspace.schema(), limits, clock, new SecureRandom());
        this.credentials = new Credentials(store, random, clock);
        this.attempts = new AttemptLimiter(clock);
        this.audit = audit;
        this.addresses = addresses;
        this.clock = clock;
    }

    /**
     * A client that came in, of whom nothing is known but where it comes from.
     *
     * @param door the name of the door, for the audit log
     */
    public Visitor visitor(String door, InetAddress address) {
        return new Visitor(door, credentials, attempts, audit, clock, address, addresses.apply(address));
    }

    /** What a visitor asks for, each command within the rights of the credential that it came with. */
    public Session session(Visitor visitor, Durability durability) {
        return commands.session(durability, new VisitorAccess(visitor, Keyspace.schema()));
    }
}

package dev.yorozu.server.doors.redis;

import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.secret.RandomTokens;
import dev.yorozu.server.TestHost;
import dev.yorozu.server.written.Written;
import dev.yorozu.store.Store;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A door for Redis clients on a free port, in front of a store that stays the caller's. */
public final class OpenDoor implements AutoCloseable {
    /** All keys that are not the server's own, and all that may be done to them. */
    public static final Rights EVERYTHING = new Rights(List.of("*"), EnumSet.allOf(Permission.class));

    private final TestHost host;
    private final Credentials credentials;
    private final RedisDoor door;

    public OpenDoor(Store store, InstantSource clock) {
        this(store, clock, Map.of());
    }

    public OpenDoor(Store store, InstantSource clock, Map<String, String> settings) {
        Map<String, String> flags = new HashMap<>(Map.of("doors.redis.enabled", "on", "doors.redis.port", "0"));
        flags.putAll(settings);
        host = TestHost.of(store, flags, clock);
        credentials = new Credentials(store, RandomTokens.secure(), clock);
        door = RedisDoor.open(host).orElseThrow();
    }

    public int port() {
        return door.port();
    }

    public TestHost host() {
        return host;
    }

    /** The secret of a new credential, which no log may show. */
    public String secret(String name, Rights rights) {
        String secret = ((Credentials.Creation.Created) credentials.create(name, rights))
                .secret()
                .text();
        Written.secret(secret);
        return secret;
    }

    @Override
    public void close() {
        door.close();
    }
}

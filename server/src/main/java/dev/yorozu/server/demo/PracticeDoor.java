package dev.yorozu.server.demo;

import dev.yorozu.credential.CredentialSecret;
import dev.yorozu.credential.Credentials;
import dev.yorozu.credential.Permission;
import dev.yorozu.credential.Rights;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.doors.redis.RedisDoorSettings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * The door for Redis clients of a demonstration. Its credential reaches all keys but those of the program's own, and may do
 * anything but what concerns all keys at once; each start gives it a new secret, which nothing keeps.
 */
public final class PracticeDoor {
    private static final String NAME = "demo";
    private static final Rights RIGHTS =
            new Rights(List.of("*"), EnumSet.complementOf(EnumSet.of(Permission.DANGEROUS)));

    private final int port;
    private volatile String secret = "";

    PracticeDoor(int port) {
        this.port = port;
    }

    List<Demo.Value> settings() {
        return List.of(
                new Demo.Value(RedisDoorSettings.ENABLED.name(), "on"),
                new Demo.Value(RedisDoorSettings.PORT.name(), Integer.toString(port)));
    }

    void fill(Credentials credentials) {
        Optional<CredentialSecret> issued = switch (credentials.create(NAME, RIGHTS)) {
            case Credentials.Creation.Created created -> Optional.of(created.secret());
            case Credentials.Creation.NameTaken taken -> credentials.rotate(NAME, Duration.ZERO);
            case Credentials.Creation.TooMany many -> Optional.empty();
        };
        secret = issued.orElseThrow(() -> new StartException(
                        "The demo's data directory has no room for its credential: remove the directory."))
                .text();
    }

    /** What a person types to come in. */
    public String command() {
        return "redis-cli -p " + port + " -a " + secret;
    }
}

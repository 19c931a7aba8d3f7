package dev.yorozu.server.signing;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import dev.yorozu.jwt.SigningKey;
import dev.yorozu.jwt.SigningKey.Algorithm;
import dev.yorozu.jwt.SigningKeys;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.files.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/**
 * Signing keys that were made here and are kept beside the data: a JWK Set (RFC 7517) with the private halves, the newest
 * key first, in a file that nobody but its owner can read. Safe for use by any number of threads of one process.
 *
 * <p>A key that is no longer the newest carries the moment up to which it is accepted, and is left out from then on. The
 * file is replaced as a whole and is on the disk before the new key signs anything: a crash leaves the old file or the new.
 */
final class KeyFile {
    private static final int MOST_KEPT = SigningKeys.MOST / 2;

    private final Path file;
    private final Algorithm algorithm;
    private final Duration tokenLife;
    private final List<SigningKey> further;
    private final InstantSource clock;
    private volatile SigningKeys current;

    /**
     * The keys in this file, whose directory exists; made there when there are none. A newest key of another algorithm is
     * followed by one of this algorithm.
     *
     * @param tokenLife how long what a key signed is accepted, skew included
     * @param further keys that are accepted besides
     */
    KeyFile(Path file, Algorithm algorithm, Duration tokenLife, List<SigningKey> further, InstantSource clock) {
        this.file = file;
        this.algorithm = algorithm;
        this.tokenLife = tokenLife;
        this.further = List.copyOf(further);
        this.clock = clock;
        List<JWK> kept = living();
        boolean signs = !kept.isEmpty() && signing(kept).newest().algorithm() == algorithm;
        this.current = signs ? signing(kept) : withNewKey(kept);
    }

    SigningKeys current() {
        return current;
    }

    /** A new newest key. Others than this process may have rotated before: what the file holds counts. */
    synchronized SigningKeys rotate() {
        return current = withNewKey(living());
    }

    private SigningKeys withNewKey(List<JWK> kept) {
        Instant now = clock.instant();
        List<JWK> next = new ArrayList<>();
        next.add(KeyMaking.make(algorithm, now));
        for (JWK key : kept.subList(0, Math.min(kept.size(), MOST_KEPT - 1))) {
            next.add(KeyMaking.endingBy(key, now.plus(tokenLife)));
        }
        SigningKeys keys = signing(next);
        write(new JWKSet(next).toString(false));
        return keys;
    }

    private List<JWK> living() {
        Instant now = clock.instant();
        return read().stream()
                .filter(key -> key.getExpirationTime() == null
                        || key.getExpirationTime().toInstant().isAfter(now))
                .toList();
    }

    private SigningKeys signing(List<JWK> keys) {
        try {
            List<SigningKey> all =
                    new ArrayList<>(keys.stream().map(KeyMaking::signing).toList());
            all.addAll(further);
            return new SigningKeys(all.getFirst(), all.subList(1, all.size()));
        } catch (IllegalArgumentException unusable) {
            throw damaged();
        }
    }

    private List<JWK> read() {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            if (OwnerOnly.isOpenToOthers(file)) {
                throw new StartException("The signing keys in " + file
                        + " can be read by others: delete the file, so that new ones are made at the next start.");
            }
            return JWKSet.parse(Files.readString(file)).getKeys();
        } catch (IOException unreadable) {
            throw new StartException("The signing keys in " + file + " cannot be read: run as the user who owns them.");
        } catch (ParseException malformed) {
            throw damaged();
        }
    }

    private StartException damaged() {
        return new StartException("The signing keys in " + file
                + " are damaged: delete the file, so that new ones are made at the next start.");
    }

    private void write(String json) {
        try {
            OwnerOnly.replace(file, (json + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException unwritable) {
            throw new StartException("The file " + file
                    + " cannot be written: allow this user to, or give the signing keys in the settings.");
        }
    }
}

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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;

/**
 * Signing keys that were made here and are kept beside the data: a JWK Set (RFC 7517) with the private halves, the newest
 * key first, in a file that nobody but its owner can read. Safe for use by any number of threads of one process.
 *
 * <p>A key that is no longer the newest carries the moment up to which it is accepted, and is left out from then on. The
 * file is replaced as a whole and is on the disk before the new key signs anything: a crash leaves the old file or the new.
 *
 * <p>To make an RSA key may take a second, which nobody waits for at a start: where there is none yet, it is made in the
 * background, and whoever needs it first waits for it. Of processes that make one at the same time one makes the file, and the
 * others take its key.
 */
final class KeyFile {
    private static final int MOST_KEPT = SigningKeys.MOST / 2;

    private final Path file;
    private final Algorithm algorithm;
    private final Duration tokenLife;
    private final List<SigningKey> further;
    private final InstantSource clock;
    private volatile Supplier<SigningKeys> current;

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
        this.current = signs(kept) ? known(signing(kept)) : made();
    }

    private static Supplier<SigningKeys> known(SigningKeys keys) {
        return () -> keys;
    }

    /** Only RSA takes its time. */
    private Supplier<SigningKeys> made() {
        return algorithm == Algorithm.RS256 ? inBackground() : known(first());
    }

    /** A fault, such as a file that cannot be written, is told to whoever needs the key. */
    private Supplier<SigningKeys> inBackground() {
        FutureTask<SigningKeys> making = new FutureTask<>(this::first);
        Thread.ofPlatform().daemon().name("yorozu-keys").start(making);
        return () -> await(making);
    }

    private static SigningKeys await(FutureTask<SigningKeys> making) {
        try {
            return making.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while a signing key was made", stopped);
        }
    }

    SigningKeys current() {
        return current.get();
    }

    Algorithm algorithm() {
        return algorithm;
    }

    /** The first key of the algorithm, or the one that another process was quicker to make. */
    private SigningKeys first() {
        JWK made = KeyMaking.make(algorithm, clock.instant());
        synchronized (KeyFile.class) {
            if (!Files.exists(file) && isCreated(made)) {
                return signing(List.of(made));
            }
            List<JWK> kept = living();
            return signs(kept) ? signing(kept) : withNewKey(made, kept);
        }
    }

    private boolean isCreated(JWK only) {
        try {
            return OwnerOnly.create(file, bytes(List.of(only)));
        } catch (IOException unwritable) {
            throw unwritable();
        }
    }

    /** A new newest key. Others than this process may have rotated before: what the file holds counts. */
    SigningKeys rotate() {
        JWK made = KeyMaking.make(algorithm, clock.instant());
        synchronized (KeyFile.class) {
            SigningKeys keys = withNewKey(made, living());
            current = known(keys);
            return keys;
        }
    }

    private boolean signs(List<JWK> kept) {
        return !kept.isEmpty() && signing(kept).newest().algorithm() == algorithm;
    }

    private SigningKeys withNewKey(JWK made, List<JWK> kept) {
        Instant now = clock.instant();
        List<JWK> next = new ArrayList<>();
        next.add(made);
        for (JWK key : kept.subList(0, Math.min(kept.size(), MOST_KEPT - 1))) {
            next.add(KeyMaking.endingBy(key, now.plus(tokenLife)));
        }
        SigningKeys keys = signing(next);
        try {
            OwnerOnly.replace(file, bytes(next));
        } catch (IOException unwritable) {
            throw unwritable();
        }
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

    private static byte[] bytes(List<JWK> keys) {
        return (new JWKSet(keys).toString(false) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private StartException unwritable() {
        return new StartException("The file " + file
                + " cannot be written: allow this user to, or give the signing keys in the settings.");
    }
}

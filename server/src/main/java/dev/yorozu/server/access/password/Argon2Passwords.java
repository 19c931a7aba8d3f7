package dev.yorozu.server.access.password;

import dev.yorozu.secret.Passwords;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Passwords hashed with Argon2id (RFC 9106).
 *
 * <p>A password counts in Unicode's composed form (NFC), because keyboards differ in how they type the same letters.
 * Whatever is checked, known or unknown, possible or not, one hash is computed for it.
 */
public final class Argon2Passwords implements Passwords {
    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;

    private final Argon2Cost cost;
    private final int minLength;
    private final SecureRandom random;
    private final HashingQueue desk;
    /** A hash of nothing that anybody knows, to be compared with where there is no account. */
    private final Argon2Hash nobody;

    /** @param concurrency how many hashes are computed at once */
    public Argon2Passwords(Argon2Cost cost, int concurrency, int minLength, SecureRandom random) {
        this.cost = cost;
        this.minLength = minLength;
        this.random = random;
        this.desk = new HashingQueue(concurrency);
        this.nobody = Argon2Hash.made(cost, bytes(SALT_BYTES), bytes(HASH_BYTES));
    }

    @Override
    public Optional<String> objection(String password) {
        if (normal(password).isEmpty()) {
            return Optional.of("A password has at most " + LONGEST + " characters, all of them whole.");
        }
        int length = password.codePointCount(0, password.length());
        return length < minLength
                ? Optional.of("A password has at least " + minLength + " characters.")
                : Optional.empty();
    }

    @Override
    public String hash(String password) {
        if (objection(password).isPresent()) {
            throw new IllegalArgumentException("This password may not be used");
        }
        byte[] clear = normal(password).orElseThrow();
        return wiping(clear, () -> desk.compute(() -> Argon2Hash.make(cost, bytes(SALT_BYTES), HASH_BYTES, clear)))
                .text();
    }

    @Override
    public boolean matches(String password, String hash) {
        Optional<byte[]> clear = normal(password);
        Optional<Argon2Hash> kept = Argon2Hash.parse(hash);
        if (clear.isEmpty() || kept.isEmpty()) {
            pretend(password);
            return false;
        }
        byte[] derived = wiping(clear.get(), () -> desk.compute(() -> kept.get().derive(clear.get())));
        return MessageDigest.isEqual(derived, kept.get().hash());
    }

    @Override
    public void pretend(String password) {
        byte[] clear = normal(password).orElseGet(() -> new byte[0]);
        byte[] derived = wiping(clear, () -> desk.compute(() -> nobody.derive(clear)));
        if (MessageDigest.isEqual(derived, nobody.hash())) {
            throw new IllegalStateException("Nobody's password was guessed");
        }
    }

    @Override
    public boolean outdated(String hash) {
        return Argon2Hash.parse(hash)
                .map(kept -> kept.outdated(cost, SALT_BYTES, HASH_BYTES))
                .orElse(true);
    }

    /** The bytes that are hashed; empty for a text that can be no password. */
    private static Optional<byte[]> normal(String password) {
        if (password.length() > LONGEST * 2) {
            return Optional.empty();
        }
        String composed = Normalizer.normalize(password, Normalizer.Form.NFC);
        boolean whole = composed.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
        boolean fits = composed.codePointCount(0, composed.length()) <= LONGEST;
        return whole && fits ? Optional.of(composed.getBytes(StandardCharsets.UTF_8)) : Optional.empty();
    }

    private static <T> T wiping(byte[] clear, Supplier<T> work) {
        try {
            return work.get();
        } finally {
            Arrays.fill(clear, (byte) 0);
        }
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }
}

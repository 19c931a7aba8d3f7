package dev.yorozu.conformance;

import dev.yorozu.secret.Digests;
import dev.yorozu.secret.Passwords;
import java.util.Optional;
import java.util.UUID;

/** Salted hashes that are made quickly: good enough to tell tokens apart, and nothing that could be kept. */
public final class QuickPasswords implements Passwords {
    public static final Passwords SET = new QuickPasswords();

    private static final String MARK = "quick$";
    private static final int SALT = 36;

    private QuickPasswords() {}

    @Override
    public Optional<String> objection(String password) {
        return password.length() < 8 ? Optional.of("A password has at least 8 characters.") : Optional.empty();
    }

    @Override
    public String hash(String password) {
        return hash(UUID.randomUUID().toString(), password);
    }

    private static String hash(String salt, String password) {
        return MARK + salt + Digests.hex(salt + password);
    }

    @Override
    public boolean matches(String password, String hash) {
        return !outdated(hash)
                && Digests.same(hash(hash.substring(MARK.length(), MARK.length() + SALT), password), hash);
    }

    @Override
    public void pretend(String password) {
        hash(password);
    }

    @Override
    public boolean outdated(String hash) {
        return !hash.startsWith(MARK);
    }
}

package dev.yorozu.server.systems.tokens;

import dev.yorozu.secret.Passwords;
import dev.yorozu.server.access.password.Argon2Cost;
import dev.yorozu.server.access.password.Argon2Passwords;
import java.security.SecureRandom;

/** Real hashes that are made quickly. */
public final class TestPasswords {
    public static final Passwords SET = new Argon2Passwords(new Argon2Cost(64, 1, 1), 64, 8, new SecureRandom());

    private TestPasswords() {}
}

package dev.yorozu.secret;

import java.util.Optional;

/**
 * How passwords are turned into hashes and compared with them. Slow on purpose, and safe for use by many threads.
 *
 * <p>Only so many are computed at once; a caller that waits for too long gets a {@link PasswordsBusy}.
 */
public interface Passwords {
    /** The most characters of a password. */
    int LONGEST = 256;

    /** What is wrong with a new password, in a sentence for the person who chose it; empty when it will do. */
    Optional<String> objection(String password);

    /** A hash of the password, with a salt of its own. A password with an objection is a fault of the caller. */
    String hash(String password);

    /** Whether this is the password behind a hash, of whatever age. A text that can be no password matches none. */
    boolean matches(String password, String hash);

    /** Takes as long as a comparison with a new hash, so that time does not tell which accounts there are. */
    void pretend(String password);

    /** Whether a hash was made with weaker parameters than are used now, and should be replaced at the next sign-in. */
    boolean outdated(String hash);
}

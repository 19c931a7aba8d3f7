package dev.yorozu.credential;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Who may come in by a secret, and what for. Holds digests alone, so that nothing here grants access.
 *
 * @param made when there was first one of this name
 * @param issued when its secret was given out or last confirmed; what was issued before the last recovery is suspended
 * @param digest of the secret that counts
 * @param earlier of the one before, while it still counts
 */
public record Credential(
        String name, Rights rights, Instant made, Instant issued, String digest, Optional<Earlier> earlier) {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    /** A secret that was replaced, and when it ends. */
    public record Earlier(String digest, Instant ends) {}

    public Credential {
        if (!isName(name)) {
            throw new IllegalArgumentException("Not a name of a credential");
        }
        made = Instant.ofEpochMilli(made.toEpochMilli());
        issued = Instant.ofEpochMilli(issued.toEpochMilli());
    }

    /** Whether a credential can have this name: lower-case letters, digits and dashes, 63 at most. */
    public static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** This one with a new secret, beside which the present one counts until then. */
    Credential withSecret(String next, Instant now, Instant until) {
        Optional<Earlier> kept = until.isAfter(now) ? Optional.of(new Earlier(digest, until)) : Optional.empty();
        return new Credential(name, rights, made, now, next, kept);
    }

    /** This one with other rights. */
    Credential withRights(Rights other) {
        return new Credential(name, other, made, issued, digest, earlier);
    }

    /** This one, confirmed now; a secret that was replaced is not. */
    Credential confirmed(Instant now) {
        return new Credential(name, rights, made, now, digest, Optional.empty());
    }

    /** Whether the earlier secret still counts. */
    public Optional<Earlier> earlier(Instant now) {
        return earlier.filter(replaced -> now.isBefore(replaced.ends()));
    }
}

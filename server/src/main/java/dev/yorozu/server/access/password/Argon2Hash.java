package dev.yorozu.server.access.password;

import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * A hash with all that is needed to compute it again, written as other programs write it too:
 * {@code $argon2id$v=19$m=19456,t=2,p=1$salt$hash}, salt and hash in base64 without padding.
 */
final class Argon2Hash {
    private static final Pattern FORM = Pattern.compile("\\$argon2id\\$v=(16|19)\\$m=([1-9][0-9]{0,6}),t=([1-9][0-9]?)"
            + ",p=([1-9][0-9]?)\\$([A-Za-z0-9+/]{11,86})\\$([A-Za-z0-9+/]{16,86})");
    private static final Base64.Encoder ENCODER = Base64.getEncoder().withoutPadding();
    private static final int CURRENT = Argon2Parameters.ARGON2_VERSION_13;

    private final int version;
    private final Argon2Cost cost;
    private final byte[] salt;
    private final byte[] hash;

    private Argon2Hash(int version, Argon2Cost cost, byte[] salt, byte[] hash) {
        this.version = version;
        this.cost = cost;
        this.salt = salt;
        this.hash = hash;
    }

    /** Hashes a password. */
    static Argon2Hash make(Argon2Cost cost, byte[] salt, int length, byte[] password) {
        return made(cost, salt, derive(parameters(CURRENT, cost, salt).build(), length, password));
    }

    /** A hash that was computed elsewhere, or is none of anything. */
    static Argon2Hash made(Argon2Cost cost, byte[] salt, byte[] hash) {
        return new Argon2Hash(CURRENT, cost, salt, hash);
    }

    /** Reads a hash; empty when the text is none, or one that would cost too much to compute. */
    static Optional<Argon2Hash> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Argon2Hash(
                    Integer.parseInt(matcher.group(1)),
                    new Argon2Cost(
                            Integer.parseInt(matcher.group(2)),
                            Integer.parseInt(matcher.group(3)),
                            Integer.parseInt(matcher.group(4))),
                    Base64.getDecoder().decode(matcher.group(5)),
                    Base64.getDecoder().decode(matcher.group(6))));
        } catch (IllegalArgumentException outOfBounds) {
            return Optional.empty();
        }
    }

    /** What the password gives with this hash's salt and cost. */
    byte[] derive(byte[] password) {
        return derive(parameters(version, cost, salt).build(), hash.length, password);
    }

    byte[] hash() {
        return hash;
    }

    /** Whether a hash made now would be a better one. */
    boolean outdated(Argon2Cost now, int saltBytes, int hashBytes) {
        return version != CURRENT || cost.below(now) || salt.length < saltBytes || hash.length < hashBytes;
    }

    static byte[] derive(Argon2Parameters parameters, int length, byte[] password) {
        Argon2BytesGenerator generator = new Argon2BytesGenerator();
        generator.init(parameters);
        byte[] hash = new byte[length];
        generator.generateBytes(password, hash);
        return hash;
    }

    static Argon2Parameters.Builder parameters(int version, Argon2Cost cost, byte[] salt) {
        return new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                .withVersion(version)
                .withMemoryAsKB(cost.memory())
                .withIterations(cost.iterations())
                .withParallelism(cost.parallelism())
                .withSalt(salt);
    }

    String text() {
        return "$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s"
                .formatted(
                        version,
                        cost.memory(),
                        cost.iterations(),
                        cost.parallelism(),
                        ENCODER.encodeToString(salt),
                        ENCODER.encodeToString(hash));
    }

    @Override
    public String toString() {
        return "Argon2Hash[" + cost + "]";
    }
}

package dev.yorozu.server.access.password;

/**
 * What one hash costs.
 *
 * @param memory in KiB
 */
public record Argon2Cost(int memory, int iterations, int parallelism) {
    /** What OWASP recommends at least. */
    public static final Argon2Cost STANDARD = new Argon2Cost(19 * 1024, 2, 1);

    private static final int MOST_MEMORY = 1 << 20;
    private static final int MOST_ITERATIONS = 64;
    private static final int MOST_LANES = 16;

    public Argon2Cost {
        // Less is no Argon2; more in a hash that somebody put into the directory could stop the server.
        if (parallelism < 1
                || parallelism > MOST_LANES
                || iterations < 1
                || iterations > MOST_ITERATIONS
                || memory < 8 * parallelism
                || memory > MOST_MEMORY) {
            throw new IllegalArgumentException("These parameters of Argon2 are out of bounds");
        }
    }

    /** Whether a hash of this cost is weaker than one of the other in any way. */
    boolean below(Argon2Cost other) {
        return memory < other.memory || iterations < other.iterations || parallelism != other.parallelism;
    }

    /** So many bytes that only who knows the secret and the salt can compute, at this cost. */
    public byte[] derive(byte[] secret, byte[] salt, int length) {
        return Argon2Hash.make(this, salt, length, secret).hash();
    }
}

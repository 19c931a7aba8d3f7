package dev.yorozu.store;

/**
 * How much memory a store uses, and how much it may: what its engine says of itself. Each store counts its own way.
 *
 * @param used in bytes
 * @param most in bytes; positive
 */
public record MemoryUse(long used, long most) {
    public MemoryUse {
        if (used < 0 || most < 1) {
            throw new IllegalArgumentException("Memory is used by the byte, up to at least one");
        }
    }

    /** Both of this and another together. */
    public MemoryUse plus(MemoryUse other) {
        return new MemoryUse(used + other.used, most + other.most);
    }

    /** How much of what may be used is, in percent; more than 100 where the engine does not hold to its limit. */
    public double percentage() {
        return 100.0 * used / most;
    }
}

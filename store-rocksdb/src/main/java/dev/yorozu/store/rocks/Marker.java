package dev.yorozu.store.rocks;

/** An entry of the queue of generations whose elements are to be deleted. */
final class Marker {
    private Marker() {}

    /** Rising numbers keep the queue in the order in which the generations were given up. */
    static byte[] key(long number, long generation) {
        byte[] key = new byte[2 * Long.BYTES];
        BigEndian.put(key, 0, number);
        BigEndian.put(key, Long.BYTES, generation);
        return key;
    }
}

package dev.yorozu.store.rocks;

/** Where changes of elements go: to the group that is being made. */
interface ElementSink {
    void putElement(byte[] key, byte[] value);

    void deleteElement(byte[] key);
}

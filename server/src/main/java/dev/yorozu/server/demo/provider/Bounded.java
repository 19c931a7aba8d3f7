package dev.yorozu.server.demo.provider;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets its oldest entry when it is full. Not safe for use by several threads. */
public final class Bounded<V> extends LinkedHashMap<String, V> {
    private static final long serialVersionUID = 1L;
    private final int limit;

    public Bounded(int limit) {
        this.limit = limit;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > limit;
    }
}

package dev.yorozu.store.redis;

import java.util.HashMap;
import java.util.Map;

/** What a Redis server says about itself. */
record ServerFacts(String version, boolean replica, boolean clustered) {
    /** Reads the answer to INFO: lines of a name, a colon and a value. */
    static ServerFacts of(String text) {
        Map<String, String> facts = new HashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                facts.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return new ServerFacts(
                facts.getOrDefault("redis_version", "unknown"),
                "slave".equals(facts.get("role")),
                "1".equals(facts.get("cluster_enabled")));
    }

    /** Whether the version is this one or later; one that cannot be read is taken for old. */
    boolean atLeast(int major, int minor) {
        String[] parts = version.split("\\.", 3);
        try {
            int foundMajor = Integer.parseInt(parts[0]);
            int foundMinor = parts.length < 2 ? 0 : Integer.parseInt(parts[1]);
            return foundMajor > major || (foundMajor == major && foundMinor >= minor);
        } catch (NumberFormatException e) {
            return false;
        }
    }
}

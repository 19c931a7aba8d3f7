package dev.yorozu.store.redis;

import dev.yorozu.store.MemoryUse;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a Redis server says about itself. */
record ServerFacts(String version, boolean replica, boolean clustered) {
    /** Reads the answer to INFO. */
    static ServerFacts of(String text) {
        Map<String, String> facts = facts(text);
        return new ServerFacts(
                facts.getOrDefault("redis_version", "unknown"),
                "slave".equals(facts.get("role")),
                "1".equals(facts.get("cluster_enabled")));
    }

    /** Reads the memory from the answer to INFO; empty when it does not say both how much is used and may be. */
    static Optional<MemoryUse> memory(String text) {
        Map<String, String> facts = facts(text);
        long used = number(facts.get("used_memory"));
        long most = number(facts.get("maxmemory"));
        if (most < 1) {
            most = number(facts.get("total_system_memory"));
        }
        return used < 0 || most < 1 ? Optional.empty() : Optional.of(new MemoryUse(used, most));
    }

    /** Lines of a name, a colon and a value. */
    private static Map<String, String> facts(String text) {
        Map<String, String> facts = new HashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0) {
                facts.put(line.substring(0, colon), line.substring(colon + 1));
            }
        });
        return facts;
    }

    /** Negative where there is none. */
    private static long number(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,18}") ? Long.parseLong(text) : -1;
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

package dev.yorozu.credential;

import dev.yorozu.keyspace.KeyPattern;
import dev.yorozu.keyspace.Schema;
import dev.yorozu.text.Glob;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a credential may do: to which keys by the doors, and within which scopes over HTTP.
 *
 * <p>Keys that only this program writes (locks, leases, the audit log, statistics, credentials) are reached by no pattern that
 * merely covers them, such as {@code *}: one has to begin with the literal that their declaration begins with.
 *
 * @param keys patterns of names; none reaches no key
 * @param scopes what it may call; none for a credential of doors alone
 */
public record Rights(List<String> keys, Set<Permission> permissions, Set<Scope> scopes) {
    /** The most patterns, and the most scopes, of one credential, and the most characters of one pattern. */
    public static final int MOST_PATTERNS = 64;

    public static final int LONGEST_PATTERN = 256;

    private static final Set<Permission> CHANGING = EnumSet.of(Permission.WRITE, Permission.DANGEROUS);

    public Rights {
        keys = List.copyOf(keys);
        permissions = Set.copyOf(permissions);
        scopes = Set.copyOf(scopes);
        if (scopes.size() > MOST_PATTERNS) {
            throw new IllegalArgumentException("At most %d scopes".formatted(MOST_PATTERNS));
        }
        if (keys.size() > MOST_PATTERNS || keys.stream().anyMatch(key -> !fits(key))) {
            throw new IllegalArgumentException("At most %d patterns of 1 to %d characters without blanks"
                    .formatted(MOST_PATTERNS, LONGEST_PATTERN));
        }
    }

    /** Rights by the doors alone. */
    public Rights(List<String> keys, Set<Permission> permissions) {
        this(keys, permissions, Set.of());
    }

    private static boolean fits(String pattern) {
        return !pattern.isEmpty()
                && pattern.length() <= LONGEST_PATTERN
                && pattern.chars().noneMatch(c -> Character.isWhitespace(c) || Character.isISOControl(c));
    }

    /** The same rights without those that change anything. */
    public Rights readOnly() {
        EnumSet<Permission> reading = EnumSet.noneOf(Permission.class);
        permissions.stream()
                .filter(permission -> !CHANGING.contains(permission))
                .forEach(reading::add);
        return new Rights(keys, reading, scopes);
    }

    /** Whether all of this kind of work is allowed. */
    public boolean permits(Collection<Permission> work) {
        return permissions.containsAll(work);
    }

    /** Whether something within this scope may be called. */
    public boolean grants(Scope wanted) {
        for (Scope scope : scopes) {
            if (scope.covers(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a key of this name is within reach. */
    public boolean reaches(Schema schema, String name) {
        String reserved = schema.match(name)
                .filter(KeyPattern::internal)
                .map(KeyPattern::prefix)
                .orElse("");
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        for (String key : keys) {
            if (reaches(key.getBytes(StandardCharsets.UTF_8), text, reserved)) {
                return true;
            }
        }
        return false;
    }

    /** @param reserved what a pattern has to begin with, or an empty text */
    private static boolean reaches(byte[] pattern, byte[] name, String reserved) {
        return Glob.prefixLength(pattern) >= reserved.length() && Glob.matches(pattern, name);
    }
}

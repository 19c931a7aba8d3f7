package dev.yorozu.credential;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** A kind of work that a credential may do. What is of several kinds needs all of them. */
public enum Permission {
    /** Looks at values. */
    READ,
    /** Changes values. */
    WRITE,
    /** Looks at, counts, ends or removes keys, whatever they hold. */
    KEYSPACE,
    /** Concerns everything at once: all keys, other clients, the server. */
    DANGEROUS;

    /** As in JSON and on the command line. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Permission> of(String word) {
        return Stream.of(values())
                .filter(permission -> permission.word().equals(word))
                .findFirst();
    }
}

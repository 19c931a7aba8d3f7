package dev.yorozu.server.store;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;

/** Names a store: what kind it is and where. Its text form never shows a password. */
public sealed interface StoreUrl {
    /** The forms that {@link #parse} takes, for messages. */
    String FORMS = "rocksdb:DIR, memory:, redis://HOST:PORT, rediss://HOST:PORT, redis-sentinel://HOST:PORT#MASTER,"
            + " redis-cluster://HOST:PORT,HOST:PORT or upstash:https://HOST";

    /** A short word for the kind of store. */
    String kind();

    /** The embedded store in this directory. */
    record Rocks(Path directory) implements StoreUrl {
        public Rocks {
            directory = directory.toAbsolutePath().normalize();
        }

        @Override
        public String kind() {
            return "rocksdb";
        }

        @Override
        public String toString() {
            return "rocksdb:" + directory;
        }
    }

    /** Everything in memory, gone with the process. */
    record Memory() implements StoreUrl {
        @Override
        public String kind() {
            return "memory";
        }

        @Override
        public String toString() {
            return "memory:";
        }
    }

    /** One Redis, one behind Sentinels, a cluster or a REST database, as the kind says. */
    record Redis(String kind, String url) implements StoreUrl {
        @Override
        public String toString() {
            return url.replaceFirst("//.*@", "//…@").replaceFirst("\\?.*", "?…");
        }
    }

    /** A store URL that is none of the known forms. The message is one sentence, and does not repeat the URL. */
    final class Unknown extends IllegalArgumentException {
        Unknown(String what) {
            super("The store URL " + what + ": allowed are " + FORMS + ".");
        }
    }

    Set<String> REDIS_SCHEMES = Set.of("redis", "rediss", "redis-sentinel", "redis-cluster");

    /**
     * Reads a store URL; throws {@link Unknown} when it is none. Of what Redis takes only the shape is looked at here: the
     * rest is the Redis store's matter.
     */
    static StoreUrl parse(String text) {
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        return switch (scheme) {
            case "memory" -> {
                require(rest.isEmpty(), "says more than memory:");
                yield new Memory();
            }
            case "rocksdb" -> rocks(rest);
            case "upstash" -> {
                require(rest.matches("https?://[^/].*"), "names no web address");
                yield new Redis(scheme, scheme + ":" + rest);
            }
            default -> {
                require(REDIS_SCHEMES.contains(scheme), "is of an unknown kind");
                require(rest.matches("//(.*@)?[^/?#@]+([/?#].*)?"), "names no host");
                yield new Redis(scheme, scheme + ":" + rest);
            }
        };
    }

    private static StoreUrl rocks(String directory) {
        require(!directory.isBlank(), "names no directory");
        try {
            return new Rocks(Path.of(directory));
        } catch (InvalidPathException invalid) {
            throw new Unknown("names an impossible directory");
        }
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Unknown(otherwise);
        }
    }
}

package dev.yorozu.server.store;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Names a store: what kind it is and where. Its text form never shows a password. */
public sealed interface StoreUrl {
    /** The forms that {@link #parse} takes, for messages. */
    String FORMS = "rocksdb:DIR, memory:, redis://HOST:PORT, rediss://HOST:PORT, redis-sentinel://HOST:PORT#MASTER,"
            + " redis-cluster://HOST:PORT,HOST:PORT or upstash:https://HOST";

    /** The embedded store in this directory. */
    record Rocks(Path directory) implements StoreUrl {
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

    /** One Redis, one behind Sentinels, or a cluster, as the scheme says. */
    record Redis(String kind, String url) implements StoreUrl {
        @Override
        public String toString() {
            return withoutPassword(url);
        }
    }

    /** Redis over REST. */
    record Upstash(URI address) implements StoreUrl {
        @Override
        public String kind() {
            return "upstash";
        }

        @Override
        public String toString() {
            return "upstash:" + withoutPassword(address.toString());
        }
    }

    /** A short word for the kind of store. */
    String kind();

    /** A store URL that is none of the known forms. The message is one sentence, and does not repeat the URL. */
    final class Unknown extends IllegalArgumentException {
        Unknown(String what) {
            super("The store URL " + what + "; allowed are " + FORMS);
        }
    }

    Set<String> REDIS_SCHEMES = Set.of("redis", "rediss", "redis-sentinel", "redis-cluster");

    /** Reads a store URL; throws {@link Unknown} when it is none. */
    static StoreUrl parse(String text) {
        int colon = text.indexOf(':');
        String scheme = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        return switch (scheme) {
            case "memory" -> {
                require(rest.isEmpty(), "memory: takes nothing after the colon");
                yield new Memory();
            }
            case "rocksdb" -> rocks(rest);
            case "upstash" -> upstash(rest);
            default -> {
                require(REDIS_SCHEMES.contains(scheme), "is of an unknown kind");
                yield redis(scheme, rest);
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

    private static StoreUrl upstash(String address) {
        try {
            URI uri = new URI(address);
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            require(web && uri.getHost() != null, "names no web address");
            return new Upstash(uri);
        } catch (URISyntaxException invalid) {
            throw new Unknown("names no web address");
        }
    }

    /** Only the shape is looked at here; what a Redis URL may say beyond hosts and ports is the Redis store's matter. */
    private static StoreUrl redis(String scheme, String rest) {
        require(rest.startsWith("//"), "names no host");
        String authority = rest.substring(2).split("[/?#]", 2)[0];
        for (String host : authority.substring(authority.lastIndexOf('@') + 1).split(",", -1)) {
            require(isAddress(host), "names no host, or a port that cannot be");
        }
        return new Redis(scheme, scheme + ":" + rest);
    }

    private static boolean isAddress(String address) {
        Matcher parts = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[^:\\s\\[\\]]+)(?::(\\d{1,5}))?")
                .matcher(address);
        if (!parts.matches()) {
            return false;
        }
        int port = parts.group(2) == null ? 1 : Integer.parseInt(parts.group(2));
        return port >= 1 && port <= 65535;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new Unknown(otherwise);
        }
    }

    private static String withoutPassword(String url) {
        return url.replaceFirst("//[^/?#]*@", "//…@").replaceFirst("\\?.*", "?…");
    }
}

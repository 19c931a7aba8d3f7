package dev.yorozu.store.redis;

import dev.yorozu.store.StoreException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A store URL, taken apart. No message repeats any part of it but addresses, because the rest is secret. */
sealed interface RedisUrl {
    int DEFAULT_PORT = 6379;
    int DEFAULT_SENTINEL_PORT = 26379;

    record Single(Address address, boolean tls, Login login, int database) implements RedisUrl {}

    record Sentinel(List<Address> sentinels, String master, Login login, int database) implements RedisUrl {}

    record Cluster(List<Address> nodes, Login login) implements RedisUrl {}

    record Upstash(URI endpoint) implements RedisUrl {}

    record Address(String host, int port) {
        @Override
        public String toString() {
            return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        }
    }

    /** Both are empty when none are needed. */
    record Login(String user, String password) {
        @Override
        public String toString() {
            return password.isEmpty() ? "no login" : "a login";
        }
    }

    static RedisUrl parse(String url) {
        if (url.startsWith("upstash:")) {
            return upstash(url.substring("upstash:".length()));
        }
        int scheme = url.indexOf("://");
        if (scheme < 0) {
            throw bad(
                    "it must begin with redis://, rediss://, redis-sentinel://, redis-cluster:// or upstash:https://");
        }
        Parts parts = Parts.of(url.substring(scheme + 3));
        return switch (url.substring(0, scheme)) {
            case "redis" -> single(parts, false);
            case "rediss" -> single(parts, true);
            case "redis-sentinel" -> sentinel(parts);
            case "redis-cluster" -> cluster(parts);
            default -> throw bad("its scheme must be redis, rediss, redis-sentinel, redis-cluster or upstash");
        };
    }

    private static RedisUrl single(Parts parts, boolean tls) {
        List<Address> addresses = addresses(parts.hosts(), DEFAULT_PORT);
        if (addresses.size() != 1) {
            throw bad("it names several servers; redis-cluster:// and redis-sentinel:// take several");
        }
        if (!parts.fragment().isEmpty()) {
            throw bad("nothing may follow the database");
        }
        return new Single(addresses.getFirst(), tls, login(parts.login()), database(parts.path()));
    }

    private static RedisUrl sentinel(Parts parts) {
        if (parts.fragment().isEmpty()) {
            throw bad("it must end with # and the name of the master that the sentinels watch");
        }
        return new Sentinel(
                addresses(parts.hosts(), DEFAULT_SENTINEL_PORT),
                parts.fragment(),
                login(parts.login()),
                database(parts.path()));
    }

    private static RedisUrl cluster(Parts parts) {
        if (!parts.path().isEmpty() || !parts.fragment().isEmpty()) {
            throw bad("a cluster has only one database, so nothing may follow the nodes");
        }
        return new Cluster(addresses(parts.hosts(), DEFAULT_PORT), login(parts.login()));
    }

    private static RedisUrl upstash(String endpoint) {
        try {
            URI uri = new URI(endpoint.endsWith("/") ? endpoint.substring(0, endpoint.length() - 1) : endpoint);
            boolean web = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.getRawUserInfo() == null && uri.getRawQuery() == null) {
                return new Upstash(uri);
            }
        } catch (URISyntaxException e) {
            // Said below, without the text.
        }
        throw bad(
                "after upstash: comes the REST address, as in upstash:https://host, and the token is a setting apart");
    }

    private static Login login(String login) {
        if (login.isEmpty()) {
            return new Login("", "");
        }
        int colon = login.indexOf(':');
        if (colon < 0 || colon == login.length() - 1) {
            throw bad("a login is written user:password@ or :password@");
        }
        return new Login(decoded(login.substring(0, colon)), decoded(login.substring(colon + 1)));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw bad("its user name or password holds a % that is not followed by two hexadecimal digits");
        }
    }

    private static int database(String path) {
        if (path.isEmpty()) {
            return 0;
        }
        if (!path.matches("\\d{1,6}")) {
            throw bad("the database after the address must be a number");
        }
        return Integer.parseInt(path);
    }

    private static List<Address> addresses(String hosts, int defaultPort) {
        List<Address> addresses = new ArrayList<>();
        for (String host : hosts.split(",", -1)) {
            addresses.add(address(host, defaultPort));
        }
        return List.copyOf(addresses);
    }

    private static Address address(String text, int defaultPort) {
        int bracket = text.lastIndexOf(']');
        int colon = text.indexOf(':', bracket + 1);
        String host = colon < 0 ? text : text.substring(0, colon);
        if (bracket > 0 && host.startsWith("[")) {
            host = host.substring(1, bracket);
        }
        if (host.isBlank()) {
            throw bad("it names no host");
        }
        return new Address(host, colon < 0 ? defaultPort : port(text.substring(colon + 1)));
    }

    private static int port(String text) {
        int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
        if (port < 1 || port > 65_535) {
            throw bad("a port must be a number from 1 to 65535");
        }
        return port;
    }

    private static StoreException.CannotOpen bad(String why) {
        return new StoreException.CannotOpen("The store URL is not usable: " + why);
    }

    /** What stands between the scheme and the end. */
    record Parts(String login, String hosts, String path, String fragment) {
        static Parts of(String text) {
            int hash = text.lastIndexOf('#');
            String fragment = hash < 0 ? "" : text.substring(hash + 1);
            String rest = hash < 0 ? text : text.substring(0, hash);
            if (rest.indexOf('?') >= 0) {
                throw bad("it takes no ? and no options");
            }
            // A password may hold a slash that nobody encoded; what stands behind the last @ never holds one of either.
            int at = rest.lastIndexOf('@');
            String login = at < 0 ? "" : rest.substring(0, at);
            String address = rest.substring(at + 1);
            int slash = address.indexOf('/');
            String hosts = slash < 0 ? address : address.substring(0, slash);
            String path = slash < 0 ? "" : address.substring(slash + 1);
            return new Parts(login, hosts, path, fragment);
        }

        @Override
        public String toString() {
            return "Parts of a URL";
        }
    }
}

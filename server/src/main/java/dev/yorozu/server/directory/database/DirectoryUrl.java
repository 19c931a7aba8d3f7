package dev.yorozu.server.directory.database;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Names a directory: which database, and where. Its text form never shows a password. */
public sealed interface DirectoryUrl {
    Pattern SCHEME = Pattern.compile("(jdbc:)?postgres(ql)?://.*", Pattern.CASE_INSENSITIVE);

    /** The embedded database in a directory of its own. */
    record Embedded(Path directory) implements DirectoryUrl {
        public Embedded {
            directory = directory.toAbsolutePath().normalize();
        }

        @Override
        public String toString() {
            return "h2:" + directory;
        }
    }

    /**
     * A PostgreSQL server.
     *
     * @param jdbc the address as its driver takes it, without user and password
     * @param user empty when the address names none
     * @param password empty when the address names none
     */
    record Postgres(String jdbc, String host, String user, String password) implements DirectoryUrl {
        @Override
        public String toString() {
            return "postgresql://" + host;
        }
    }

    static boolean isOne(String text) {
        return find(text, Path.of("")).isPresent();
    }

    /**
     * Reads an address that {@link #isOne} takes.
     *
     * @param data where an embedded database lies that names no place
     */
    static DirectoryUrl parse(String text, Path data) {
        return find(text, data).orElseThrow(() -> new IllegalArgumentException("Not the address of a directory"));
    }

    private static Optional<DirectoryUrl> find(String text, Path data) {
        if (text.equals("h2:")) {
            return embedded(data.resolve("directory").toString());
        }
        if (text.startsWith("h2:")) {
            return embedded(text.substring("h2:".length()));
        }
        return SCHEME.matcher(text).matches() ? postgres(text) : Optional.empty();
    }

    private static Optional<DirectoryUrl> embedded(String path) {
        // The driver's address uses semicolons to separate options, and knows no way to quote them.
        if (path.isBlank() || path.contains(";")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Embedded(Path.of(path)));
        } catch (InvalidPathException impossible) {
            return Optional.empty();
        }
    }

    private static Optional<DirectoryUrl> postgres(String text) {
        try {
            URI uri = new URI("postgresql" + text.substring(text.indexOf("://")));
            String authority = Optional.ofNullable(uri.getRawAuthority()).orElse("");
            String path = Optional.ofNullable(uri.getRawPath()).orElse("");
            if (authority.isEmpty() || authority.endsWith("@") || path.length() < 2 || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            int at = authority.lastIndexOf('@');
            String hosts = authority.substring(at + 1);
            String[] who =
                    at < 0 ? new String[] {""} : authority.substring(0, at).split(":", 2);
            String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
            return Optional.of(new Postgres(
                    "jdbc:postgresql://" + hosts + path + query,
                    hosts,
                    decoded(who[0]),
                    who.length < 2 ? "" : decoded(who[1])));
        } catch (URISyntaxException | IllegalArgumentException notAnAddress) {
            return Optional.empty();
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}

package dev.yorozu.server.http;

import java.time.Duration;
import java.util.Optional;

/**
 * A cookie as a reply sets it: never shown to scripts, sent along only with requests of the site itself and with links
 * to it, for all its paths.
 *
 * @param life empty for a cookie that ends with the browser
 * @param domain empty for a cookie of the answering host alone
 * @param secure off only where the site is plain HTTP on this machine
 * @param strict whether links of other sites come without it too
 */
public record Cookie(
        String name, String value, Optional<Duration> life, Optional<String> domain, boolean secure, boolean strict) {
    public Cookie {
        if (!name.chars().allMatch(c -> c > ' ' && c < 127 && "=;,\"".indexOf(c) < 0)
                || !value.chars().allMatch(c -> c > ' ' && c < 127 && ";,\"\\".indexOf(c) < 0)) {
            throw new IllegalArgumentException("A cookie holds plain characters only: " + name);
        }
    }

    public Cookie(String name, String value, Optional<Duration> life, Optional<String> domain, boolean secure) {
        this(name, value, life, domain, secure, false);
    }

    /** A cookie that makes the browser forget the one of this name. */
    public static Cookie clearing(String name, boolean secure) {
        return new Cookie(name, "", Optional.of(Duration.ZERO), Optional.empty(), secure);
    }

    String header() {
        StringBuilder header = new StringBuilder(160);
        header.append(name).append('=').append(value);
        domain.ifPresent(each -> header.append("; Domain=").append(each));
        header.append("; Path=/");
        life.ifPresent(each -> header.append("; Max-Age=").append(each.toSeconds()));
        header.append("; HttpOnly");
        if (secure) {
            header.append("; Secure");
        }
        return header.append(strict ? "; SameSite=Strict" : "; SameSite=Lax").toString();
    }

    /** Shows no value: most are secrets. */
    @Override
    public String toString() {
        return "Cookie[" + name + "]";
    }
}

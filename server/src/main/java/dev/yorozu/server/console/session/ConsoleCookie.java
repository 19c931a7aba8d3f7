package dev.yorozu.server.console.session;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Cookie;
import dev.yorozu.server.net.Origin;
import java.time.Duration;
import java.util.Optional;

/** The cookie that an operator's session lives in: bound to this host, and never sent along from another site. */
public final class ConsoleCookie {
    private static final String NAME = "yorozu_console";
    private static final String PREFIX = "__Host-";

    private ConsoleCookie() {}

    public static Optional<String> id(Call call) {
        return call.cookie(name(call));
    }

    /** Ends with the browser. */
    public static Cookie holding(Call call, String id) {
        return new Cookie(name(call), id, Optional.empty(), Optional.empty(), isSecure(call), true);
    }

    public static Cookie clearing(Call call) {
        return new Cookie(name(call), "", Optional.of(Duration.ZERO), Optional.empty(), isSecure(call), true);
    }

    private static String name(Call call) {
        return isSecure(call) ? PREFIX + NAME : NAME;
    }

    /**
     * Whether the cookie needs encryption: everywhere but on this machine itself, spoken to without it. Whoever makes
     * the header up gets the stricter cookie, so that it need not come from a proxy of ours.
     */
    public static boolean isSecure(Call call) {
        boolean local = call.host()
                .flatMap(host -> Origin.host("http", host))
                .filter(Origin::isLoopback)
                .isPresent();
        return !local
                || call.header("X-Forwarded-Proto")
                        .filter("https"::equalsIgnoreCase)
                        .isPresent();
    }
}

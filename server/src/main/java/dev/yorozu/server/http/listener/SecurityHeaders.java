package dev.yorozu.server.http.listener;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import java.util.List;

/**
 * The headers that tell browsers to trust nothing but this origin. A reply that names one of them itself keeps its own.
 */
final class SecurityHeaders {
    private static final List<Header> HEADERS = List.of(
            HeaderValues.createCached(
                    "Content-Security-Policy",
                    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
                            + " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"),
            HeaderValues.createCached("X-Content-Type-Options", "nosniff"),
            HeaderValues.createCached("X-Frame-Options", "DENY"),
            HeaderValues.createCached("Referrer-Policy", "no-referrer"),
            HeaderValues.createCached("Cross-Origin-Opener-Policy", "same-origin"),
            HeaderValues.createCached(
                    "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"));

    private SecurityHeaders() {}

    static void addTo(ServerResponseHeaders headers) {
        for (Header header : HEADERS) {
            headers.setIfAbsent(header);
        }
    }
}

package dev.yorozu.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * What all replies of a module have in common.
 *
 * @param errors how errors look
 * @param headers that every reply carries unless it names one of them itself
 */
record Manner(ErrorForm errors, List<Header> headers) {
    /** The server's own. */
    static final Manner STANDARD = new Manner(ErrorForm.STANDARD, List.of());

    static Manner of(HttpModule module) {
        List<Header> headers = new ArrayList<>();
        module.headers().forEach((name, value) -> headers.add(HeaderValues.createCached(name, value)));
        return new Manner(module.errors(), List.copyOf(headers));
    }

    void addTo(ServerResponseHeaders reply) {
        for (Header header : headers) {
            reply.setIfAbsent(header);
        }
    }
}

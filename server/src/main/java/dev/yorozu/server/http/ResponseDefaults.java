package dev.yorozu.server.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderValues;
import io.helidon.http.Headers;
import io.helidon.http.ServerResponseHeaders;
import java.util.ArrayList;
import java.util.List;

/**
 * What all replies of a module have in common.
 *
 * @param errors how errors look
 * @param headers that every reply carries unless it names one of them itself
 * @param crossOrigin what pages of other origins may do
 * @param pages whether they are pages, so that browsers get errors as pages too
 */
public record ResponseDefaults(ErrorForm errors, List<Header> headers, CrossOrigin crossOrigin, boolean pages) {
    /** The server's own. */
    public static final ResponseDefaults STANDARD =
            new ResponseDefaults(ErrorForm.STANDARD, List.of(), CrossOrigin.UNSAID, false);

    public static ResponseDefaults of(HttpModule module) {
        List<Header> headers = new ArrayList<>();
        module.headers().forEach((name, value) -> headers.add(HeaderValues.createCached(name, value)));
        return new ResponseDefaults(module.errors(), List.copyOf(headers), module.crossOrigin(), false);
    }

    /** The same, with errors that look otherwise. */
    ResponseDefaults withErrors(ErrorForm form) {
        return new ResponseDefaults(form, headers, crossOrigin, pages);
    }

    /** The same, for routes that show pages. */
    ResponseDefaults withPages() {
        return new ResponseDefaults(errors, headers, crossOrigin, true);
    }

    /** Adds what the reply to a request with these headers carries. */
    public void addTo(ServerResponseHeaders reply, Headers request) {
        for (Header header : headers) {
            reply.setIfAbsent(header);
        }
        crossOrigin.addTo(reply, request);
    }
}

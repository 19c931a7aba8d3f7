package dev.yorozu.server.tracing;

import dev.yorozu.server.net.AddressRange;
import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which trace a request is a part of, by the headers {@code traceparent} and {@code tracestate} of the W3C. Malformed ones, and
 * those of clients whose word does not count, count as none.
 *
 * @param any whether every client's word counts, or that of proxies alone
 */
record Remote(boolean any, List<AddressRange> proxies) {
    private static final HeaderName PARENT = HeaderNames.create("traceparent");

    private static final TextMapGetter<ServerRequest> HEADERS = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(ServerRequest request) {
            return W3CTraceContextPropagator.getInstance().fields();
        }

        @Override
        public @Nullable String get(@Nullable ServerRequest request, String name) {
            HeaderName header = HeaderNames.create(name);
            if (request == null || !request.headers().contains(header)) {
                return null;
            }
            Header value = request.headers().get(header);
            return value.valueCount() == 1 ? value.get() : value.values();
        }
    };

    Context of(ServerRequest request) {
        return request.headers().contains(PARENT) && isBelieved(request)
                ? W3CTraceContextPropagator.getInstance().extract(Context.root(), request, HEADERS)
                : Context.root();
    }

    private boolean isBelieved(ServerRequest request) {
        return any
                || request.remotePeer().address() instanceof InetSocketAddress peer
                        && AddressRange.anyContains(proxies, peer.getAddress());
    }
}

package dev.yorozu.server.tracing;

import io.helidon.webserver.http.Handler;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Optional;

/** The span of a request: from its headers to the last byte of its reply. */
record TracedHandler(Handler handler, Tracer tracer, Remote remote) implements Handler {
    private static final int CLIENT_GONE = 499;
    private static final String OTHER = "OTHER";

    @Override
    public void handle(ServerRequest request, ServerResponse response) throws Exception {
        Context parent = remote.of(request);
        Span span = tracer.spanBuilder("HTTP")
                .setParent(parent)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute(Attributes.SCHEME, request.isSecure() ? "https" : "http")
                .setAttribute(Attributes.PROTOCOL_VERSION, request.prologue().protocolVersion())
                .startSpan();
        try {
            Tracing.within(parent.with(span), () -> {
                handler.handle(request, response);
                return response;
            });
        } finally {
            span.end();
        }
    }

    /** As {@link Tracing#answered} says. */
    static Optional<String> answered(String method, Optional<String> route, int status) {
        Span span = Span.current();
        if (!span.isRecording()) {
            return Optional.empty();
        }
        tell(span, method, route, status);
        return Optional.of(span.getSpanContext().getTraceId());
    }

    private static void tell(Span span, String method, Optional<String> route, int status) {
        boolean usual = !method.equals(OTHER);
        String known = usual ? method : "_OTHER";
        String named = usual ? method : "HTTP";
        span.updateName(route.map(pattern -> named + " " + pattern).orElse(named));
        span.setAttribute(Attributes.METHOD, known);
        route.ifPresent(pattern -> span.setAttribute(Attributes.ROUTE, pattern));
        if (status == CLIENT_GONE) {
            span.setAttribute(Attributes.ERROR, "client_gone").setStatus(StatusCode.ERROR);
            return;
        }
        span.setAttribute(Attributes.STATUS, (long) status);
        if (status >= 500) {
            span.setAttribute(Attributes.ERROR, Integer.toString(status)).setStatus(StatusCode.ERROR);
        }
    }
}

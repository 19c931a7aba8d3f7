package dev.yorozu.server.tracing;

import dev.yorozu.oauth.Outgoing;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import java.util.HashMap;
import java.util.Map;

/** The spans of calls to others, which are told of the trace. */
record TracedOutgoing(Outgoing outgoing, Tracer tracer) implements Outgoing {
    @Override
    public Answer send(Request request) {
        if (!Span.current().getSpanContext().isValid()) {
            return outgoing.send(request);
        }
        Span span = tracer.spanBuilder(request.method().name())
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(Attributes.METHOD, request.method().name())
                .setAttribute(Attributes.SCHEME, request.uri().getScheme())
                .setAttribute(Attributes.SERVER_ADDRESS, request.uri().getHost())
                .setAttribute(Attributes.SERVER_PORT, port(request))
                .startSpan();
        Context context = Context.current().with(span);
        try {
            Answer answer = Tracing.within(context, () -> outgoing.send(told(request, context)));
            tell(span, answer);
            return answer;
        } finally {
            span.end();
        }
    }

    private static long port(Request request) {
        int port = request.uri().getPort();
        return port >= 0 ? port : "https".equalsIgnoreCase(request.uri().getScheme()) ? 443 : 80;
    }

    private static Request told(Request request, Context context) {
        Map<String, String> headers = new HashMap<>(request.headers());
        W3CTraceContextPropagator.getInstance().inject(context, headers, (all, name, value) -> {
            if (all != null) {
                all.put(name, value);
            }
        });
        return new Request(request.method(), request.uri(), headers, request.body(), request.timeout());
    }

    private static void tell(Span span, Answer answer) {
        switch (answer) {
            case Answer.Response response -> {
                span.setAttribute(Attributes.STATUS, (long) response.status());
                if (response.status() >= 400) {
                    failed(span, Integer.toString(response.status()));
                }
            }
            case Answer.TimedOut late -> failed(span, "timeout");
            case Answer.Unreachable gone -> failed(span, "unreachable");
        }
    }

    private static void failed(Span span, String type) {
        span.setAttribute(Attributes.ERROR, type).setStatus(StatusCode.ERROR);
    }
}

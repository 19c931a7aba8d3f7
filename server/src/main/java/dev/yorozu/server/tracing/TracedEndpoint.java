package dev.yorozu.server.tracing;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.ProblemException;
import dev.yorozu.server.http.Reply;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.util.Map;

/**
 * The span of a capability: what a route does to answer, without the reading of the request and the sending of the reply. It has
 * the name that the operation has in OpenAPI, such as {@code discord.me}, or the pattern of its route.
 */
record TracedEndpoint(Endpoint endpoint, String pattern, Tracer tracer, Map<String, String> operations)
        implements Endpoint {
    @Override
    public Reply answer(Call call) throws Exception {
        if (!Span.current().isRecording()) {
            return endpoint.answer(call);
        }
        Span span = tracer.spanBuilder(name(call.method())).startSpan();
        try {
            return Tracing.within(Context.current().with(span), () -> endpoint.answer(call));
        } catch (ProblemException expected) {
            throw expected;
        } catch (Exception | Error fault) {
            // Its message may name a key.
            span.setAttribute(Attributes.ERROR, fault.getClass().getName()).setStatus(StatusCode.ERROR);
            throw fault;
        } finally {
            span.end();
        }
    }

    private String name(String method) {
        return operations.getOrDefault((method.equals("HEAD") ? "GET" : method) + " " + pattern, pattern);
    }
}

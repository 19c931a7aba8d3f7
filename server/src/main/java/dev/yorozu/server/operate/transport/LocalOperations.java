package dev.yorozu.server.operate.transport;

import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Operations that are answered in this process, and what serves them to others. Complete before it is used. */
public final class LocalOperations implements Operations {
    private final Map<Operation<?, ?>, Handler<?, ?>> handlers = new LinkedHashMap<>();

    /** What answers an operation. */
    @FunctionalInterface
    public interface Handler<Q, A> {
        A answer(Q request, Progress progress);
    }

    public <Q, A> LocalOperations on(Operation<Q, A> operation, Function<Q, A> handler) {
        return onWalk(operation, (request, progress) -> handler.apply(request));
    }

    public <Q, A> LocalOperations onWalk(Operation<Q, A> operation, Handler<Q, A> handler) {
        handlers.put(operation, handler);
        return this;
    }

    @Override
    @SuppressWarnings("unchecked") // An operation is put beside a handler of its own types.
    public <Q, A> A call(Operation<Q, A> operation, Q request, Progress progress) {
        return ((Handler<Q, A>) Objects.requireNonNull(handlers.get(operation), operation.path()))
                .answer(request, progress);
    }

    /** Adds a route for each operation, behind the gate. */
    public void routes(Routes routes, AdminGate gate) {
        handlers.keySet()
                .forEach(operation ->
                        routes.on(operation.method(), operation.path(), gate.guard(call -> answer(operation, call))));
    }

    /** Answers a call of an operation. */
    public <Q, A> Reply answer(Operation<Q, A> operation, Call call) throws IOException {
        try {
            Q request = operation.request(call);
            return operation.isWalking()
                    ? ProgressStream.reply(call, progress -> call(operation, request, progress))
                    : operation.reply(call(operation, request));
        } catch (InvalidRequest invalid) {
            return invalid.reply();
        } catch (StartException closed) {
            String error = operation.unavailable().orElseThrow(() -> closed);
            return new Problem(503, error, String.valueOf(closed.getMessage())).reply();
        }
    }
}

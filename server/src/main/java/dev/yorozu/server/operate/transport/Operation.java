package dev.yorozu.server.operate.transport;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * One operation, declared once: its address below the admin interface, what it is asked with, and what it answers. The route
 * of a server and the call of a client are both made from this.
 *
 * @param <Q> the request: a record whose components are the fields, unless it is read otherwise
 * @param <A> the answer, in JSON as {@link OperateJson} has it
 */
public final class Operation<Q, A> {
    private final String method;
    private final String path;
    private final Class<Q> request;
    private final Class<?> answer;
    private Function<JsonNode, Q> reader;
    private Optional<Problem> absence = Optional.empty();
    private Optional<String> unavailable = Optional.empty();
    private boolean walking;

    private Operation(String method, String path, Class<Q> request, Class<?> answer) {
        this.method = method;
        this.path = path;
        this.request = request;
        this.answer = answer;
        this.reader = fields -> RequestReader.read(request, fields);
    }

    /** One that is asked by a query. */
    public static <Q, A> Operation<Q, A> get(String path, Class<Q> request, Class<A> answer) {
        return new Operation<>("GET", path, request, answer);
    }

    /** One that is asked by a body: names and secrets travel in bodies, because addresses get logged. */
    public static <Q, A> Operation<Q, A> post(String path, Class<Q> request, Class<A> answer) {
        return new Operation<>("POST", path, request, answer);
    }

    /** The same, where there may be nothing to answer, which this problem tells a client. */
    public Operation<Q, Optional<A>> or(int status, String error, String message) {
        Operation<Q, Optional<A>> finding = new Operation<>(method, path, request, answer);
        finding.absence = Optional.of(new Problem(status, error, message));
        return finding;
    }

    /** The same, with requests that are read so. */
    public Operation<Q, A> reading(Function<JsonNode, Q> requests) {
        reader = requests;
        return this;
    }

    /** The same, as one that walks the store and tells how far it is. */
    public Operation<Q, A> walking() {
        walking = true;
        return this;
    }

    /** The same, with an error of this name where something cannot be opened that it needs. */
    public Operation<Q, A> orUnavailable(String error) {
        unavailable = Optional.of(error);
        return this;
    }

    String method() {
        return method;
    }

    public String path() {
        return path;
    }

    boolean isWalking() {
        return walking;
    }

    Optional<String> unavailable() {
        return unavailable;
    }

    /** Whether a client that is told of status 404 takes it for an answer. */
    boolean mayFindNothing() {
        return absence.isPresent();
    }

    public Q request(Call call) throws IOException {
        return reader.apply(RequestReader.fields(call, request));
    }

    Reply reply(A value) {
        Optional<?> found = value instanceof Optional<?> optional ? optional : Optional.of(value);
        return found.map(each -> Reply.ownedJson(200, OperateJson.bytes(each)))
                .orElseGet(() -> absence.orElseThrow().reply());
    }

    /** What a server answered. */
    @SuppressWarnings("unchecked") // The factories and or() tie the type of the answer to A.
    A answer(JsonNode json) {
        Object value = OperateJson.read(json, answer);
        return (A) (mayFindNothing() ? Optional.of(value) : value);
    }

    /** What it means that a server found nothing. */
    @SuppressWarnings("unchecked") // As above.
    A nothing() {
        return (A) Optional.empty();
    }
}

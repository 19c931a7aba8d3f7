package dev.yorozu.server.doors.upstash;

import dev.yorozu.command.call.Refused;
import dev.yorozu.server.access.credential.RememberedVisitors;
import dev.yorozu.server.access.credential.Visitor;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.doors.DoorGate;
import dev.yorozu.server.doors.Doors;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.Host;
import dev.yorozu.store.Durability;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where clients of Upstash come in: a command in a body or a path, many in a pipeline, many as one step. Each request brings
 * its credential.
 */
public record UpstashModule(String mount, Doors doors, DoorGate gate, Durability durability) implements HttpModule {
    private static final String NAME = "upstash";
    private static final String TOKEN = "_token";
    private static final Reply WRONG = failed(401, "WRONGPASS invalid or missing auth token");
    private static final Reply WAIT = failed(429, "ERR too many wrong tokens came from this address: wait a minute")
            .with("Retry-After", "60");
    private static final Reply ELSEWHERE =
            failed(403, "ERR this door answers its own machine only: doors.upstash.remote opens it to others");

    private record Failed(String error) {}

    @FunctionalInterface
    private interface Work {
        RestSession.Answer answer(RestSession session, Call call) throws IOException;
    }

    /** The door that the settings ask for on the port of the server; empty when they ask for none there. */
    public static Optional<HttpModule> of(Host host) {
        Settings settings = host.settings();
        return settings.value(UpstashDoorSettings.ENABLED)
                        && settings.find(UpstashDoorSettings.PORT).isEmpty()
                ? Optional.of(at(settings.value(UpstashDoorSettings.MOUNT), host))
                : Optional.empty();
    }

    /** The door that the settings ask for on a port of its own; empty when they ask for none there. */
    public static Optional<HttpModule> apart(Host host) {
        Settings settings = host.settings();
        return settings.value(UpstashDoorSettings.ENABLED)
                        && settings.find(UpstashDoorSettings.PORT).isPresent()
                ? Optional.of(at("", host))
                : Optional.empty();
    }

    private static HttpModule at(String mount, Host host) {
        Settings settings = host.settings();
        host.doors()
                .opened(
                        NAME,
                        settings.find(UpstashDoorSettings.PORT)
                                .map(port -> "port " + port)
                                .orElse(mount + "/"));
        return new UpstashModule(
                mount,
                host.doors(),
                new DoorGate(
                        new RememberedVisitors(NAME, host.visitors()),
                        host.addresses(),
                        settings.value(UpstashDoorSettings.REMOTE)),
                settings.value(UpstashDoorSettings.DURABILITY));
    }

    @Override
    public ErrorForm errors() {
        return problem -> new Failed("ERR " + problem.message());
    }

    /** Every read sees every write that was answered, so that a client never has to wait for its own. */
    @Override
    public Map<String, String> headers() {
        return Map.of("Cache-Control", "no-store", "Upstash-Sync-Token", "0");
    }

    @Override
    public void routes(Routes routes) {
        Work single = (session, call) -> session.call(RestRequest.call(call.body()));
        if (!mount.isEmpty()) {
            add(routes, "POST", "", single);
        }
        add(routes, "POST", "/", single);
        add(routes, "POST", "/pipeline", (session, call) -> session.pipeline(RestRequest.calls(call.body())));
        add(routes, "POST", "/multi-exec", (session, call) -> session.transaction(RestRequest.calls(call.body())));
        for (String method : List.of("GET", "POST", "PUT")) {
            add(routes, method, "/{command…}", (session, call) -> session.call(RestPath.parts(call, TOKEN)));
        }
    }

    private void add(Routes routes, String method, String pattern, Work work) {
        routes.on(method, pattern, call -> answer(call, work));
    }

    private Reply answer(Call call, Work work) throws IOException {
        return gate.pass(
                call,
                call.bearer().or(() -> call.query(TOKEN)),
                refusal -> switch (refusal) {
                    case ELSEWHERE -> ELSEWHERE;
                    case WRONG -> WRONG;
                    case WAIT -> WAIT;
                },
                visitor -> answer(call, visitor, work));
    }

    private Reply answer(Call call, Visitor visitor, Work work) throws IOException {
        boolean base64 = call.header("Upstash-Encoding")
                .filter("base64"::equalsIgnoreCase)
                .isPresent();
        try {
            RestSession session = new RestSession(doors.session(visitor, durability), new RestReply(base64));
            RestSession.Answer answer = work.answer(session, call);
            return Reply.ownedJson(answer.status(), answer.json());
        } catch (Refused refused) {
            return failed(400, String.valueOf(refused.getMessage()));
        }
    }

    private static Reply failed(int status, String text) {
        return Reply.json(status, new Failed(text));
    }
}

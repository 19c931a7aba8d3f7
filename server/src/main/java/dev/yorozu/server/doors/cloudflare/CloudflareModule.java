package dev.yorozu.server.doors.cloudflare;

import dev.yorozu.server.access.credential.RememberedVisitors;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.config.StoreSettings;
import dev.yorozu.server.doors.DoorGate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.Host;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where clients of Workers KV come in: below {@code binding} what a Worker calls, below {@code client/v4} what programs call
 * that look after namespaces. Each request brings its credential.
 */
public record CloudflareModule(String mount, DoorGate gate, KvClient.Door door) implements HttpModule {
    private static final String NAME = "cloudflare";

    /** The door that the settings ask for; empty when they ask for none. */
    public static Optional<HttpModule> of(Host host) {
        Settings settings = host.settings();
        if (!settings.value(CloudflareDoorSettings.ENABLED)) {
            return Optional.empty();
        }
        List<KvNamespace> namespaces = settings.value(CloudflareDoorSettings.NAMESPACES);
        requireApart(namespaces);
        host.doors().opened(NAME, settings.value(CloudflareDoorSettings.MOUNT) + "/");
        return Optional.of(new CloudflareModule(
                settings.value(CloudflareDoorSettings.MOUNT),
                new DoorGate(
                        new RememberedVisitors(NAME, host.visitors()),
                        host.addresses(),
                        settings.value(CloudflareDoorSettings.REMOTE)),
                new KvClient.Door(
                        host.doors(),
                        host.store(),
                        namespaces,
                        settings.value(CloudflareDoorSettings.DURABILITY),
                        StoreSettings.limits(settings).valueBytes(),
                        host.clock())));
    }

    private static void requireApart(List<KvNamespace> namespaces) {
        long names = namespaces.stream()
                .flatMap(each -> Stream.of(each.id(), each.title()))
                .distinct()
                .count();
        if (names != 2L * namespaces.size()) {
            throw new StartException("Two namespaces in doors.cloudflare.namespaces share a title or an id.");
        }
    }

    @Override
    public ErrorForm errors() {
        return KvErrors.Failed::of;
    }

    @Override
    public Map<String, String> headers() {
        return Map.of("Cache-Control", "no-store");
    }

    @Override
    public void routes(Routes routes) {
        binding(routes.under("/binding/{namespace}"));
        rest(routes.under("/client/v4/accounts/{account}/storage/kv/namespaces"));
    }

    private void binding(Routes routes) {
        add(routes, "GET", "/", BindingRoutes::list);
        add(routes, "POST", "/bulk/get", BindingRoutes::getMany);
        add(routes, "GET", "/{key…}", BindingRoutes::get);
        add(routes, "PUT", "/{key…}", BindingRoutes::put);
        add(routes, "DELETE", "/{key…}", BindingRoutes::delete);
    }

    private void rest(Routes routes) {
        add(routes, "GET", "", RestRoutes::namespaces);
        add(routes, "POST", "", RestRoutes::refuse);
        add(routes, "GET", "/{namespace}", RestRoutes::namespace);
        add(routes, "PUT", "/{namespace}", RestRoutes::refuse);
        add(routes, "DELETE", "/{namespace}", RestRoutes::refuse);
        add(routes, "GET", "/{namespace}/keys", RestRoutes::keys);
        add(routes, "GET", "/{namespace}/metadata/{key…}", RestRoutes::metadata);
        add(routes, "GET", "/{namespace}/values/{key…}", RestRoutes::get);
        add(routes, "PUT", "/{namespace}/values/{key…}", RestRoutes::put);
        add(routes, "DELETE", "/{namespace}/values/{key…}", RestRoutes::delete);
        add(routes, "PUT", "/{namespace}/bulk", RestRoutes::putMany);
        add(routes, "DELETE", "/{namespace}/bulk", RestRoutes::deleteMany);
        add(routes, "POST", "/{namespace}/bulk/delete", RestRoutes::deleteMany);
        add(routes, "POST", "/{namespace}/bulk/get", RestRoutes::getMany);
    }

    private void add(Routes routes, String method, String pattern, KvClient.Work work) {
        routes.on(method, pattern, call -> answer(call, work));
    }

    private Reply answer(Call call, KvClient.Work work) throws IOException {
        return gate.pass(
                call,
                call.bearer(),
                refusal -> problem(refusal).reply(errors()),
                visitor -> work.answer(new KvClient(door, visitor, call)));
    }

    private static Problem problem(DoorGate.Refusal refusal) {
        return switch (refusal) {
            case ELSEWHERE -> KvErrors.ELSEWHERE;
            case WRONG -> KvErrors.UNAUTHORIZED;
            case WAIT -> KvErrors.WAIT;
        };
    }
}

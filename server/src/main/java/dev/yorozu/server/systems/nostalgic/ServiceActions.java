package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Ownership;
import dev.yorozu.nostalgic.Service;
import dev.yorozu.nostalgic.Services;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.systems.nostalgic.view.Audience;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;

/**
 * What can be done with services of every kind: the shape that their actions have in common.
 *
 * @param <V> a service of this kind as it is shown
 */
abstract class ServiceActions<V> {
    final Services services;
    final ServiceOwners owners;

    ServiceActions(Services services, ServiceOwners owners) {
        this.services = services;
        this.owners = owners;
    }

    /** One thing that can be done with a service. */
    @FunctionalInterface
    interface Action {
        Reply answer(ActionRequest request) throws Exception;
    }

    /** The actions by their names. */
    Map<String, Action> all() {
        Map<String, Action> actions = new LinkedHashMap<>();
        actions.put("create", this::create);
        actions.put("get", this::get);
        actions.put("display", this::get);
        actions.put("delete", request -> owners.delete(request, services));
        actions.put("webhookSecret", request -> owners.webhookSecret(request, services));
        return actions;
    }

    /** The same as the path without {@code /api} answers it, which later widgets use. */
    Map<String, Action> later() {
        return all();
    }

    abstract Reply create(ActionRequest request);

    abstract Reply get(ActionRequest request);

    abstract Consumer<JsonGenerator> shown(V view, Audience audience, ActionRequest request);

    /** What also stands beside the data. */
    Consumer<JsonGenerator> beside(V view) {
        return json -> {};
    }

    /** Makes a service, or finds it made, and shows it to its owner. */
    final Reply created(ActionRequest request, ServiceOwners.Maker maker, Function<String, Optional<V>> look) {
        Service service = owners.create(request, services, maker);
        V view = look.apply(service.id()).orElseThrow(() -> NostalgicErrors.unknown(services.kind(), service.id()));
        return NostalgicJson.created(service, shown(view, Audience.OWNER, request));
    }

    final Reply asVisitor(ActionRequest request, Function<String, Optional<V>> look) {
        V view = look.apply(request.id()).orElseThrow(() -> request.unknown(services.kind()));
        return reply(request, view, Audience.EVERYBODY);
    }

    /** Does something that only the owner may, and shows what comes of it. */
    final Reply asOwner(ActionRequest request, Function<Ownership.Owned, Optional<V>> deed) {
        Ownership.Owned owned = owners.owned(request, services);
        V view = deed.apply(owned).orElseThrow(() -> owners.overtaken(owned));
        return reply(request, view, Audience.OWNER);
    }

    final Reply reply(ActionRequest request, V view, Audience audience) {
        return NostalgicJson.data(shown(view, audience, request), beside(view));
    }
}

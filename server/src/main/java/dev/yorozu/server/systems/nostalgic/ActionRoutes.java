package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.webhook.Webhooks;
import dev.yorozu.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Takes the calls of one kind of services at a path, and lets the action that they name answer. */
final class ActionRoutes {
    /** What can be done though nobody sees the answer: it changes nothing, or takes care itself. */
    private static final Set<String> HARMLESS =
            Set.of("get", "display", "myRank", "sumByPrefix", "batchGet", "increment", "toggle");

    private static final Logger LOGGER = Logger.getLogger(ActionRoutes.class.getName());

    private final Gate<Void> gate;
    private final Map<String, ServiceActions.Action> actions;
    private final Optional<String> usual;
    private final String known;

    /** @param usual what is done when a call names no action; empty where it must */
    ActionRoutes(Gate<Void> gate, Map<String, ServiceActions.Action> actions, Optional<String> usual) {
        this.gate = gate;
        this.actions = Map.copyOf(actions);
        this.usual = usual;
        this.known = "must be one of " + String.join(", ", new TreeSet<>(actions.keySet()));
    }

    void declare(Routes routes, String path) {
        Endpoint endpoint = gate.open(this::answer);
        routes.get(path, endpoint).post(path, endpoint).on("OPTIONS", path, call -> preflight());
    }

    /** What browsers ask before a page of another origin may send JSON. */
    private static Reply preflight() {
        return Reply.empty(204)
                .with("Allow", "GET, HEAD, OPTIONS, POST")
                .with("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
                .with("Access-Control-Allow-Headers", "Content-Type, Authorization")
                .with("Access-Control-Max-Age", "86400");
    }

    private Reply answer(Call call) throws Exception {
        if (call.header(Webhooks.DELIVERY).isPresent()) {
            throw NostalgicErrors.LOOP.exception();
        }
        Parameters parameters = Parameters.of(call);
        String name = parameters.action().or(() -> usual).orElse("");
        ServiceActions.Action action =
                Optional.ofNullable(actions.get(name)).orElseThrow(() -> NostalgicErrors.invalid("action", known));
        ActionRequest request = new ActionRequest(call, parameters, gate.client(call));
        if (!HARMLESS.contains(name) && request.isUnseen()) {
            throw NostalgicErrors.UNSEEN.exception();
        }
        try {
            return UnitOfWork.run(() -> action.answer(request));
        } catch (StoreException.OutcomeUnknown unconfirmed) {
            LOGGER.log(Level.WARNING, () -> "Request " + call.id() + ": " + unconfirmed.getMessage());
            throw NostalgicErrors.UNCONFIRMED.exception();
        }
    }
}

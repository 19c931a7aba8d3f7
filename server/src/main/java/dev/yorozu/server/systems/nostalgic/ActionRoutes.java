package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.operation.UnitOfWork;
import dev.yorozu.server.access.ClientAddress;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.webhook.Webhooks;
import dev.yorozu.store.StoreException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Takes the calls of one kind of services, and lets the action that they name answer. */
final class ActionRoutes implements Endpoint {
    /** What can be done though nobody sees the answer: it changes nothing, or takes care itself. */
    private static final Set<String> HARMLESS =
            Set.of("get", "display", "myRank", "sumByPrefix", "batchGet", "increment", "toggle");

    private static final Logger LOGGER = Logger.getLogger(ActionRoutes.class.getName());

    private final Map<String, ServiceActions.Action> actions;
    private final Optional<String> usual;
    private final ClientAddress addresses;
    private final String known;

    /** @param usual what is done when a call names no action; empty where it must */
    ActionRoutes(Map<String, ServiceActions.Action> actions, Optional<String> usual, ClientAddress addresses) {
        this.actions = Map.copyOf(actions);
        this.usual = usual;
        this.addresses = addresses;
        this.known = "must be one of " + String.join(", ", new TreeSet<>(actions.keySet()));
    }

    @Override
    public Reply answer(Call call) throws Exception {
        if (call.header(Webhooks.DELIVERY).isPresent()) {
            throw NostalgicErrors.LOOP.exception();
        }
        Parameters parameters = Parameters.of(call);
        String name = parameters.action().or(() -> usual).orElse("");
        ServiceActions.Action action =
                Optional.ofNullable(actions.get(name)).orElseThrow(() -> NostalgicErrors.invalid("action", known));
        ActionRequest request = new ActionRequest(call, parameters, addresses);
        if (request.isUnseen() && !HARMLESS.contains(name)) {
            throw NostalgicErrors.UNSEEN.exception();
        }
        try {
            return UnitOfWork.run(() -> action.answer(request));
        } catch (StoreException.WrongType
                | StoreException.NotANumber
                | StoreException.NotAnObject
                | StoreException.LimitExceeded garbage) {
            // There is nothing that whoever calls could do about what lies in these keys.
            throw new StoreException.Unavailable("A key of a service holds what it should not", garbage);
        } catch (StoreException.OutcomeUnknown unconfirmed) {
            LOGGER.log(Level.WARNING, () -> "Request " + call.id() + ": " + unconfirmed.getMessage());
            throw NostalgicErrors.UNCONFIRMED.exception();
        }
    }
}

package dev.yorozu.server.systems.nostalgic;

import dev.yorozu.nostalgic.Kind;
import dev.yorozu.nostalgic.ServiceId;
import dev.yorozu.nostalgic.integrity.Erasure;
import dev.yorozu.nostalgic.integrity.Inventory;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.ErrorForm;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.services.ServiceOperations;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.OperateJson;
import dev.yorozu.server.operate.transport.Progress;
import dev.yorozu.store.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operator's cleanup at the address that the earlier program had for it, for whoever presents the admin token.
 *
 * <p>GET tells what would be deleted, POST deletes it. Pages of other origins have no business here, so that this has
 * none of the headers that let them in.
 */
final class CleanupRoutes implements HttpModule {
    private static final String BEARER = "Bearer ";

    private final String mount;
    private final ServiceOperations operations;
    private final Inventory inventory;
    private final AdminGate gate;

    /** @param mount that of the whole system */
    CleanupRoutes(String mount, Store store, ServiceOperations operations, AdminGate gate) {
        this.mount = mount + "/api/admin";
        this.operations = operations;
        this.inventory = new Inventory(store);
        this.gate = gate;
    }

    @Override
    public String mount() {
        return mount;
    }

    @Override
    public ErrorForm errors() {
        return NostalgicErrors.FORM;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/cleanup", this::answer).post("/cleanup", this::answer);
    }

    private Reply answer(Call call) throws IOException {
        Optional<String> token = call.header("Authorization")
                .filter(header -> header.startsWith(BEARER))
                .map(header -> header.substring(BEARER.length()));
        return switch (gate.judge(call, token)) {
            case AdminGate.Verdict.Right right ->
                act(Parameters.of(call), call.method().equals("POST"));
            case AdminGate.Verdict.Wrong wrong -> throw refusal(token).exception();
            case AdminGate.Verdict.Wait wait ->
                throw new Problem(429, "RATE_LIMITED", "Too many wrong tokens came from this address: wait.")
                        .with("Retry-After", wait.seconds())
                        .exception();
        };
    }

    private static Problem refusal(Optional<String> token) {
        return token.isPresent()
                ? new Problem(403, "UNAUTHORIZED", "Invalid admin token")
                : new Problem(401, "UNAUTHORIZED", "Send the admin token: Authorization: Bearer TOKEN")
                        .with("WWW-Authenticate", "Bearer realm=\"yorozu-admin\"");
    }

    private Reply act(Parameters parameters, boolean change) {
        String action = parameters.action().orElse("");
        ObjectNode done = switch (action) {
            case "cleanup" -> one(parameters, change);
            case "cleanupByUrl" -> byUrl(parameters, change);
            case "autoCleanup" -> json(operations.invalid(change, Progress.NONE));
            default -> throw NostalgicErrors.invalid("action", "must be cleanup, cleanupByUrl or autoCleanup");
        };
        ObjectNode data = OperateJson.object().put("action", action).put("dryRun", !change);
        data.setAll(done);
        ObjectNode reply = OperateJson.object().put("success", true);
        reply.set("data", data);
        return Reply.json(200, reply).unkept();
    }

    private ObjectNode one(Parameters parameters, boolean change) {
        Kind kind = kind(parameters).orElseThrow(() -> NostalgicErrors.missing("type"));
        String id = parameters.require("id");
        Erasure.Plan plan = operations.erase(kind, id, change);
        if (plan.isEmpty()) {
            throw ServiceId.isValid(id)
                    ? NostalgicErrors.unknown(kind, id)
                    : NostalgicErrors.invalid("id", "must be the id of a service, such as example-100680ad");
        }
        return services(List.of(plan));
    }

    private ObjectNode byUrl(Parameters parameters, boolean change) {
        String url = parameters.require("url");
        List<Erasure.Plan> plans = new ArrayList<>();
        for (Kind kind : kind(parameters).map(List::of).orElseGet(() -> List.of(Kind.values()))) {
            inventory.ids(kind, url).forEach(id -> plans.add(operations.erase(kind, id, change)));
        }
        if (plans.isEmpty()) {
            throw new Problem(404, "NOT_FOUND", "There is no service of this address").exception();
        }
        return services(plans);
    }

    private static Optional<Kind> kind(Parameters parameters) {
        return parameters
                .find("type", "service")
                .map(name -> Kind.of(name)
                        .orElseThrow(() -> NostalgicErrors.invalid("type", "must be counter, like, ranking or bbs")));
    }

    private static ObjectNode json(Object value) {
        return (ObjectNode) OperateJson.tree(value);
    }

    private static ObjectNode services(List<Erasure.Plan> plans) {
        return json(Map.of("services", plans));
    }
}

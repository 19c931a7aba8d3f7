package dev.yorozu.server.admin;

import dev.yorozu.server.admin.keys.KeyEdit;
import dev.yorozu.server.admin.keys.KeyEditJson;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * The admin interface: the operations over HTTP, for whoever presents the admin token.
 *
 * <p>Names of keys travel in bodies and never in addresses, because they are secrets and addresses get logged.
 */
public final class AdminModule implements HttpModule {
    static final String MOUNT = "/admin/api";

    private final Operations operations;
    private final AuditRoutes audit;
    private final TokenRoutes tokens;
    private final NostalgicRoutes nostalgic;
    private final Gatekeeper gatekeeper;
    private final BackupRoutes backups;

    /**
     * @param data where uploads are kept until they are whole
     * @param pieceBytes the largest body that the server takes
     */
    public AdminModule(
            StoreOperations operations,
            Gatekeeper gatekeeper,
            Path data,
            int pieceBytes,
            InstantSource clock,
            SecureRandom random) {
        this.operations = operations;
        this.audit = new AuditRoutes(operations);
        this.tokens = new TokenRoutes(operations.tokens(), clock);
        this.nostalgic = new NostalgicRoutes(operations.nostalgic());
        this.gatekeeper = gatekeeper;
        this.backups = new BackupRoutes(operations, gatekeeper, new Uploads(data, random, clock), pieceBytes);
    }

    @Override
    public String mount() {
        return MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/server", guard(call -> Reply.json(200, json().put("ready", true))))
                .get("/stats", guard(call -> StatisticsModule.answer(operations, call)))
                .post("/keys/entry", guard(this::entry))
                .post("/keys/list", guard(this::list))
                .post("/keys/count", guard(this::count))
                .post("/keys/change", guard(this::change))
                .post("/keys/delete", guard(this::delete))
                .post("/keys/delete-all", guard(this::deleteAll))
                .post("/audit/list", guard(audit::events))
                .post("/people/known", guard(audit::known))
                .post("/sessions/list", guard(audit::sessions))
                .post("/sessions/revoke", guard(audit::revoke))
                .post("/sessions/end", guard(audit::end))
                .post("/tokens/list", guard(tokens::list))
                .post("/tokens/end", guard(tokens::end))
                .post("/tokens/end-all", guard(tokens::endAll))
                .post("/tokens/invalidate-before", guard(tokens::invalidateBefore))
                .post("/tokens/inspect", guard(tokens::inspect))
                .post("/tokens/revoke", guard(tokens::revoke))
                .post("/tokens/revoked", guard(tokens::revoked))
                .post("/signing-keys/new", guard(this::newKey))
                .post("/nostalgic/verify", guard(nostalgic::verify))
                .post("/nostalgic/invalid", guard(nostalgic::invalid))
                .post("/nostalgic/erase", guard(nostalgic::erase))
                .get("/nostalgic/overview", guard(nostalgic::overview))
                .post("/nostalgic/list", guard(nostalgic::list))
                .post("/nostalgic/dossiers", guard(nostalgic::dossiers))
                .get("/backup", guard(backups::download))
                .post("/uploads", guard(backups::beginUpload))
                .put("/uploads/{id}/{position}", guard(backups::upload))
                .post("/uploads/{id}/restore", guard(backups::restore));
    }

    private Endpoint guard(Endpoint endpoint) {
        return gatekeeper.guard(endpoint);
    }

    private Reply entry(Call call) throws IOException {
        Request request = Request.of(call);
        View view = new View(request.number("elements", 0, View.MOST_ELEMENTS), request.flag("reveal"));
        return operations
                .entry(request.name(), view)
                .map(entry -> Reply.json(200, OperationsJson.json(entry)))
                .orElseGet(() -> new Problem(404, "no_such_key", "There is no key of this name.").reply());
    }

    private Reply list(Call call) throws IOException {
        Request request = Request.of(call);
        Listing listing = operations.list(
                request.text("prefix"),
                request.text("cursor"),
                request.number("limit", 1, Listing.LONGEST),
                request.flag("reveal"));
        return Reply.json(200, OperationsJson.json(listing));
    }

    private Reply count(Call call) throws IOException {
        String prefix = Request.of(call).text("prefix");
        return Events.reply(call, progress -> json().put("count", operations.count(prefix, progress)));
    }

    private Reply change(Call call) throws IOException {
        Request request = Request.of(call);
        KeyEdit edit = KeyEditJson.edit(request.name(), request.body())
                .orElseThrow(() -> Problem.badRequest("The fields do not describe a change of a key.")
                        .exception());
        return Reply.json(200, KeyEditJson.json(operations.change(edit)));
    }

    private Reply delete(Call call) throws IOException {
        boolean deleted = operations.delete(Request.of(call).name());
        return Reply.json(200, json().put("deleted", deleted ? 1 : 0));
    }

    private Reply deleteAll(Call call) throws IOException {
        String prefix = Request.of(call).text("prefix");
        if (prefix.isEmpty()) {
            return Problem.badRequest("The prefix is empty: name what is to be deleted.")
                    .reply();
        }
        return Events.reply(call, progress -> json().put("deleted", operations.deleteAll(prefix, progress)));
    }

    private Reply newKey(Call call) throws IOException {
        return switch (operations.newKey(Request.of(call).text("system"))) {
            case NewKey.Made made -> Reply.json(200, json().put("name", made.name()));
            case NewKey.Given given -> Reply.json(200, json().put("given", true));
            case NewKey.NoSystem none ->
                new Problem(404, "no_such_system", "There is no system of this name that signs tokens.").reply();
        };
    }

    private static ObjectNode json() {
        return OperationsJson.object();
    }
}

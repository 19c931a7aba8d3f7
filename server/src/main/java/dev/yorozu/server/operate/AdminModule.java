package dev.yorozu.server.operate;

import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.operate.backup.BackupRoutes;
import dev.yorozu.server.operate.transport.AdminGate;
import dev.yorozu.server.operate.transport.HttpOperations;
import dev.yorozu.server.operate.transport.LocalOperations;

/**
 * The admin interface: the operations over HTTP, for callers that present the admin token.
 *
 * <p>Names of keys travel in bodies and never in addresses, because they are secrets and addresses get logged.
 */
public record AdminModule(LocalOperations operations, BackupRoutes backups, AdminGate gate) implements HttpModule {
    private record Ready(boolean ready) {}

    @Override
    public String mount() {
        return HttpOperations.MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.get("/server", gate.guard(call -> Reply.json(200, new Ready(true))));
        operations.routes(routes, gate);
        backups.add(routes);
    }
}

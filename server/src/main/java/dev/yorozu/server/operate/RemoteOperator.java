package dev.yorozu.server.operate;

import dev.yorozu.server.operate.backup.BackupOperations;
import dev.yorozu.server.operate.backup.RemoteBackups;
import dev.yorozu.server.operate.transport.AdminToken;
import dev.yorozu.server.operate.transport.HttpOperations;
import dev.yorozu.server.operate.transport.Operation;
import dev.yorozu.server.operate.transport.Progress;
import java.net.URI;

/** What an operator can do with the store of a running server, through its admin interface. */
public record RemoteOperator(HttpOperations server) implements Operator, AutoCloseable {
    /** Makes sure that the server answers and takes the token. */
    public static RemoteOperator connect(URI server, AdminToken token) {
        return new RemoteOperator(HttpOperations.connect(server, token));
    }

    @Override
    public <Q, A> A call(Operation<Q, A> operation, Q request, Progress progress) {
        return server.call(operation, request, progress);
    }

    @Override
    public BackupOperations backups() {
        return new RemoteBackups(server);
    }

    /** The server says so itself where it does not know the system. */
    @Override
    public boolean hasSessions(String system) {
        return true;
    }

    @Override
    public void close() {
        server.close();
    }
}

package dev.yorozu.server.admin;

import dev.yorozu.server.admin.accounts.AccountDesk;
import dev.yorozu.server.admin.accounts.AccountDraft;
import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.AccountLine;
import dev.yorozu.server.admin.accounts.Done;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The desk for accounts of a running server, through its admin interface. */
public final class RemoteAccounts implements AccountDesk, AutoCloseable {
    private final AdminClient client;

    public RemoteAccounts(URI server, AdminToken token) {
        this.client = new AdminClient(server, token);
    }

    @Override
    public Done create(AccountDraft draft) {
        return done(client.find(
                "/accounts/create",
                OperationsJson.object()
                        .put("loginId", draft.loginId())
                        .put("username", draft.username())
                        .put("email", draft.email())
                        .put("password", draft.password())
                        .put("admin", draft.admin())));
    }

    @Override
    public List<AccountLine> list(long behind) {
        return AccountJson.lines(
                client.post("/accounts/list", OperationsJson.object().put("behind", Long.toString(behind))));
    }

    @Override
    public Optional<AccountLine> find(String user) {
        return client.find("/accounts/find", about(user)).map(AccountJson::line);
    }

    @Override
    public Done enable(String user, boolean enabled) {
        return done(client.find("/accounts/enable", about(user).put("enabled", enabled)));
    }

    @Override
    public Done setPassword(String user, String password) {
        return done(client.find("/accounts/password", about(user).put("password", password)));
    }

    private static Done done(Optional<JsonNode> answer) {
        if (answer.isEmpty()) {
            return new Done.Unknown();
        }
        return answer.get().has("refused")
                ? new Done.Not(answer.get().required("refused").stringValue())
                : new Done.With(AccountJson.line(answer.get()));
    }

    private static ObjectNode about(String user) {
        return OperationsJson.object().put("user", user);
    }

    @Override
    public void close() {
        client.close();
    }
}

package dev.yorozu.server.admin;

import dev.yorozu.server.admin.accounts.AccountDesk;
import dev.yorozu.server.admin.accounts.AccountDraft;
import dev.yorozu.server.admin.accounts.AccountJson;
import dev.yorozu.server.admin.accounts.Done;
import dev.yorozu.server.config.StartException;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Endpoint;
import dev.yorozu.server.http.HttpModule;
import dev.yorozu.server.http.Problem;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import java.io.IOException;

/** The part of the admin interface that is about accounts. Names and passwords travel in bodies alone. */
public final class AccountsModule implements HttpModule {
    private final AccountDesk accounts;
    private final Gatekeeper gatekeeper;

    public AccountsModule(AccountDesk accounts, Gatekeeper gatekeeper) {
        this.accounts = accounts;
        this.gatekeeper = gatekeeper;
    }

    @Override
    public String mount() {
        return AdminModule.MOUNT;
    }

    @Override
    public void routes(Routes routes) {
        routes.post("/accounts/create", guard(this::create))
                .post("/accounts/list", guard(this::list))
                .post("/accounts/find", guard(this::find))
                .post("/accounts/enable", guard(this::enable))
                .post("/accounts/password", guard(this::password));
    }

    /** A directory that is opened at the first need can turn out to be in use, or gone. */
    private Endpoint guard(Endpoint endpoint) {
        return gatekeeper.guard(call -> {
            try {
                return endpoint.answer(call);
            } catch (StartException cannotOpen) {
                return new Problem(503, "directory_unavailable", String.valueOf(cannotOpen.getMessage())).reply();
            }
        });
    }

    private Reply create(Call call) throws IOException {
        Request request = Request.of(call);
        return reply(accounts.create(new AccountDraft(
                request.text("loginId"),
                request.text("username"),
                request.text("email"),
                request.text("password"),
                request.flag("admin"))));
    }

    private Reply list(Call call) throws IOException {
        String behind = Request.of(call).text("behind");
        if (!behind.matches("[0-9]{0,18}")) {
            return Problem.badRequest("The field behind must be the id of an account.")
                    .reply();
        }
        return Reply.json(200, AccountJson.json(accounts.list(behind.isEmpty() ? 0 : Long.parseLong(behind))));
    }

    private Reply find(Call call) throws IOException {
        return accounts.find(Request.of(call).user())
                .map(line -> Reply.json(200, AccountJson.json(line)))
                .orElseGet(AccountsModule::unknown);
    }

    private Reply enable(Call call) throws IOException {
        Request request = Request.of(call);
        return reply(accounts.enable(request.user(), request.flag("enabled")));
    }

    private Reply password(Call call) throws IOException {
        Request request = Request.of(call);
        return reply(accounts.setPassword(request.user(), request.text("password")));
    }

    private static Reply reply(Done done) {
        return switch (done) {
            case Done.With with -> Reply.json(200, AccountJson.json(with.account()));
            case Done.Unknown unknown -> unknown();
            case Done.Not not -> Reply.json(200, OperationsJson.object().put("refused", not.sentence()));
        };
    }

    private static Reply unknown() {
        return new Problem(404, "no_such_user", "There is no user of this name.").reply();
    }
}

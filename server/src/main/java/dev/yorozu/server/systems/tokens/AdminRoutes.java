package dev.yorozu.server.systems.tokens;

import dev.yorozu.account.Account;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.token.ledger.LedgerLayout;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/** What operators see and end of one user's tokens. */
record AdminRoutes(Gate<Caller> gate, TokensAccess access, TokenOperations operations, InstantSource clock) {
    private static final int LONGEST_ID = 64;

    void declare(Routes routes) {
        routes.get("/api/admin/users/{id}/tokens", gate.operator(this::list));
        routes.delete("/api/admin/users/{id}/tokens", gate.operator(this::endAll));
        routes.post("/api/admin/users/{id}/tokens/blacklist", gate.operator(this::blacklist));
        routes.post("/api/admin/users/{id}/tokens/invalidate-before", gate.operator(this::invalidateBefore));
    }

    private Reply list(Call call, Caller operator) {
        Account account = account(call);
        return TokensJson.reply(
                TokensJson.tokens(account.id(), operations.tokens().list(account.user()), clock.instant()));
    }

    private Reply endAll(Call call, Caller operator) {
        int ended = operations.endAll(operator, account(call).user(), gate.client(call));
        return TokensJson.reply(new TokensJson.Revoked(ended));
    }

    private Reply blacklist(Call call, Caller operator) throws IOException {
        Fields fields = Fields.of(call, EntranceRoutes.MOST_BYTES);
        String jti = fields.required("jti", LONGEST_ID);
        if (!jti.isEmpty()) {
            fields.isFine("jti", LedgerLayout.TOKENS.revocation().isId(jti), "is no id of a token");
        }
        fields.check();
        operations.revoke(operator, account(call).user(), jti, gate.client(call));
        return Reply.empty(204);
    }

    private Reply invalidateBefore(Call call, Caller operator) throws IOException {
        Fields fields = Fields.of(call, EntranceRoutes.MOST_BYTES);
        Instant now = clock.instant();
        Instant moment = fields.instant("time").orElse(now);
        fields.isFine("time", !moment.isAfter(now), "must not be in the future");
        fields.isFine("time", moment.getEpochSecond() >= 0, "must not be before 1970");
        fields.check();
        Instant second = moment.truncatedTo(ChronoUnit.SECONDS);
        int ended = operations.invalidateBefore(operator, account(call).user(), second, gate.client(call));
        return TokensJson.reply(new TokensJson.Revoked(ended));
    }

    private Account account(Call call) {
        return access.account(call.parameter("id")).orElseThrow(TokensErrors.NO_SUCH_USER::exception);
    }
}

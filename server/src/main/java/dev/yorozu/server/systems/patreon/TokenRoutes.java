package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import java.io.IOException;
import java.util.Optional;

/** Signed tokens for sessions, and refreshes of both kinds. */
final class TokenRoutes {
    private static final String FIELD = "refreshToken";
    private static final int MOST_BYTES = 4096;
    private static final int LONGEST_TOKEN = 2048;

    private final TokenRefresh tokens;
    private final Clients clients;

    TokenRoutes(TokenRefresh tokens, Clients clients) {
        this.tokens = tokens;
        this.clients = clients;
    }

    Reply token(Call call) {
        return Reply.json(200, PatreonJson.tokens(tokens.issue(PatreonErrors.bearer(call))))
                .unkept();
    }

    /** With a refresh token the next pair of signed tokens; without one, new tokens of Patreon's for the session. */
    Reply refresh(Call call) throws IOException {
        Optional<Fields> fields = Fields.find(call, MOST_BYTES);
        if (fields.isPresent() && fields.get().has(FIELD)) {
            String token =
                    fields.get().text(FIELD, LONGEST_TOKEN).orElseThrow(PatreonErrors.MISSING_REFRESH_TOKEN::exception);
            return Reply.json(200, PatreonJson.tokens(tokens.refresh(token, clients.of(call))))
                    .unkept();
        }
        String session = call.bearer().orElseThrow(PatreonErrors.MISSING_REFRESH_TOKEN::exception);
        return Reply.json(200, PatreonJson.valid(tokens.renew(session))).unkept();
    }
}

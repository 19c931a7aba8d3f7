package dev.yorozu.server.systems.patreon;

import dev.yorozu.server.access.Check;
import dev.yorozu.server.access.Gate;
import dev.yorozu.server.config.Settings;
import dev.yorozu.server.http.Call;
import dev.yorozu.server.http.Fields;
import dev.yorozu.server.http.Reply;
import dev.yorozu.server.http.Routes;
import dev.yorozu.server.systems.patreon.PatronAuthentication.Authenticated;
import java.io.IOException;
import java.util.Optional;

/** Signed tokens for sessions, and refreshes of both kinds. */
record TokenRoutes(Gate<Authenticated> gate, Settings settings, TokenRefresh tokens) {
    private static final String FIELD = "refreshToken";
    private static final int MOST_BYTES = 4096;
    private static final int LONGEST_TOKEN = 2048;

    void declare(Routes routes) {
        routes.post(
                "/api/auth/token",
                gate.signedIn(
                        PatreonSettings.rate(settings, PatreonSettings.TOKEN_RATE, "token"),
                        this::token,
                        Check.that(call -> call.bearer().isPresent(), PatreonErrors.MISSING_AUTH),
                        Check.that(
                                call -> settings.isGiven(PatreonSettings.JWT_SECRET),
                                PatreonErrors.JWT_NOT_CONFIGURED)));
        routes.post(
                "/api/auth/refresh",
                gate.open(
                        this::refresh,
                        gate.rate(PatreonSettings.rate(settings, PatreonSettings.REFRESH_RATE, "refresh"))));
    }

    private Reply token(Call call, Authenticated patron) {
        return PatreonJson.reply(PatreonJson.tokens(tokens.issue(patron)));
    }

    /** With a refresh token the next pair of signed tokens; without one, new tokens of Patreon's for the session. */
    private Reply refresh(Call call) throws IOException {
        Optional<Fields> fields = Fields.find(call, MOST_BYTES);
        if (fields.isPresent() && fields.get().has(FIELD)) {
            String token =
                    fields.get().text(FIELD, LONGEST_TOKEN).orElseThrow(PatreonErrors.MISSING_REFRESH_TOKEN::exception);
            return PatreonJson.reply(PatreonJson.tokens(tokens.refresh(token, gate.client(call))));
        }
        String session = call.bearer().orElseThrow(PatreonErrors.MISSING_REFRESH_TOKEN::exception);
        return PatreonJson.reply(PatreonJson.valid(tokens.renew(session)));
    }
}
